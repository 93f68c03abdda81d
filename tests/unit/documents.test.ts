import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from '../support/files-below.ts'

const root = process.cwd()
const DOCUMENTS = ['README.md', ...['docs', '.github'].flatMap((folder) => filesBelow(path.join(root, folder)))]
  .map((file) => path.relative(root, path.resolve(root, file)))
  .filter((file) => file.endsWith('.md'))
// Made by commands, so not in the repository.
const GENERATED = /^(?:dist|node_modules|\.env\.local|supabase\/\.)/
const FOLDERS = readdirSync(root)
const FILE_NAMES = new Set(
  ['src', 'supabase', 'scripts', 'tests', 'docs']
    .flatMap((folder) => filesBelow(path.join(root, folder)))
    .map((file) => path.basename(file)),
)

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const withoutCode = (text: string) => text.replace(/^ *```[\s\S]*?^ *```/gm, '')

/** Returns the anchors of headings as GitHub makes them. */
const listAnchors = (text: string) =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(DOCUMENTS)('%s has no broken links', (file) => {
  const links = [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const broken = links
    .filter((link) => !/^(?:https?|mailto):/.test(link))
    .filter((link) => {
      const [target = '', anchor] = link.split('#')
      const linked = target ? path.join(path.dirname(file), target) : file
      return !existsSync(path.join(root, linked)) || (anchor && !listAnchors(read(linked)).includes(anchor))
    })
  expect(broken).toEqual([])
})

test.each(DOCUMENTS)('%s only names files and folders that exist', (file) => {
  const names = [...read(file).matchAll(/`([\w.@-]+(?:\/[\w.@-]+)*\/?)`/g)].map(([, name = '']) => name)
  const missing = names
    .filter(
      (name) =>
        FOLDERS.includes(name.split('/')[0] ?? '') || /^[\w-]+(?:\.\w+)*\.(?:tsx?|mjs|sql|json|toml|txt)$/.test(name),
    )
    .filter((name) => !GENERATED.test(name) && !existsSync(path.join(root, name)) && !FILE_NAMES.has(name))
  expect(missing).toEqual([])
})

test.each(DOCUMENTS)('%s only names npm scripts that exist', (file) => {
  const { scripts } = JSON.parse(read('package.json'))
  const names = [...read(file).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(names.filter((name) => !(name in scripts))).toEqual([])
})
