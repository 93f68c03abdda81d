import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledCards } from '@/content/projects/bundled'
import { site } from '@/content/site'
import { addProject, buildCopy, copyProject } from '../support/copy-project.mjs'
import { filesBelow } from '../support/files-below'

// `npm run icons` and `npm run images` write the company into the logo and the share images.
const changes = [
  [site.name, 'Kingfold & Sons Civils'],
  [site.phone.display, '020 7946 0987'],
  [site.phone.href.replace('tel:', ''), '+442079460987'],
  [new URL(site.url).hostname.replace('www.', ''), 'kingfold.example'],
  [site.founder.name, 'Robin Kingfold'],
  [site.registration.number, '12345678'],
  [site.registration.office, '2 Other Street, Leeds'],
] as const

let copy = ''
let published = new Map<string, string>()

beforeAll(async () => {
  copy = copyProject()
  const company = path.join(copy, 'src/content/site.ts')
  writeFileSync(
    company,
    changes.reduce((text, [from, to]) => text.replaceAll(from, to), readFileSync(company, 'utf8')),
  )
  addProject(copy, 'sixth-basement', (file, text) =>
    (file === 'card.json' ? text.replace('"order": 5', '"order": 1000') : text)
      .replaceAll('feltham-basement', 'sixth-basement')
      .replaceAll('Feltham', 'Twickenham'),
  )
  await buildCopy(copy)
  const dist = path.join(copy, 'dist')
  const texts = filesBelow(dist).filter((file) => /\.(html|js|css|xml|txt|svg|webmanifest|json)$|\/_/.test(file))
  published = new Map(texts.map((file) => [path.relative(dist, file), readFileSync(file, 'utf8')]))
}, 180_000)

afterAll(() => rmSync(copy, { recursive: true, force: true }))

// The list of common passwords also has numbers of zeros.
const COMMON_PASSWORD = 'qwertyuiop'

it.each(changes)('changing site.ts replaces %j with %j in every published file', (from, to) => {
  const spellings = (word: string) => [word, word.replaceAll('&', '&amp;'), word.replaceAll(' ', '%20')]
  const old = spellings(from).map((word) => word.replace(/[.+]/g, '\\$&'))
  // The company's number of zeros is also part of other numbers.
  const pattern = new RegExp(`(?<!\\d|\\d\\.)(${old.join('|')})(?![\\d-])`)
  const still = [...published].filter(
    ([, text]) => pattern.test(text) && !(/^0+$/.test(from) && text.includes(COMMON_PASSWORD)),
  )
  expect(still.map(([file]) => file)).toEqual([])
  expect([...published.values()].some((text) => spellings(to).some((word) => text.includes(word)))).toBe(true)
})

describe('a sixth folder in src/content/projects', () => {
  it('adding a project folder creates its page with all text and images', () => {
    // React separates adjacent texts by comments.
    const page = (published.get('project/sixth-basement.html') ?? '').replaceAll('<!-- -->', '')
    const images = page.matchAll(/\/pictures\/projects\/sixth-basement\/(0\d)-[a-z-]+-[0-9a-f]{8}-1280\.webp/g)
    expect([...new Set([...images].map(([, number]) => number))].sort().join(' ')).toBe('01 02 03 04 05 06 07')
    for (const words of ['Twickenham', 'The job in 7 stages', 'Block-paved driveway'])
      expect(page.includes(words), words).toBe(true)
  })

  it('adding a project folder lists it last on the projects page', () => {
    const list = published.get('projects.html') ?? ''
    const ids = [...list.matchAll(/<article.*?href="\/project\/([a-z-]+)"/gs)].map(([, id]) => id)
    expect(ids).toEqual([...bundledCards.map(({ id }) => id), 'sixth-basement'])
  })

  it('adding a project folder adds its page and images to the sitemap', () => {
    const sitemap = published.get('sitemap.xml') ?? ''
    expect(sitemap.includes('/project/sixth-basement</loc>')).toBe(true)
    expect(sitemap.match(/\/pictures\/projects\/sixth-basement\//g)).toHaveLength(7)
  })
})
