// @ts-check
// Prints what each public page's scripts are made of: npm run bundle [-- <page>]
import { readdirSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
process.env.NODE_ENV = 'production'

/** @typedef {import('vite').Rolldown.OutputChunk} Chunk */

const built = await build({ root, logLevel: 'error', build: { write: false, sourcemap: 'hidden' } })
const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (built)
const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
const mapOf = (/** @type {Chunk} */ { fileName }) => {
  const asset = output.find((file) => file.fileName === `${fileName}.map`)
  return asset?.type === 'asset' ? JSON.parse(String(asset.source)) : undefined
}

const ownerOf = (/** @type {string} */ source) => {
  const package_ = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]
  if (package_) return package_
  return /(?:^|\/)((?:src|supabase)\/.*)/.exec(source)?.[1] ?? 'glue'
}

/** Bytes of one script after Brotli by owner: each gets the share that its characters have in the minified text. */
const sharesOf = (/** @type {Chunk} */ chunk) => {
  const map = mapOf(chunk)
  const compressed = brotliCompressSync(chunk.code).length
  if (!map) return new Map([['glue', compressed]])
  /** @type {Map<string, number>} */
  const characters = new Map()
  const lookup = new SourceMap(map)
  for (const [row, line] of chunk.code.split('\n').entries())
    for (let column = 0; column < line.length; column += 1) {
      const entry = lookup.findEntry(row, column)
      const owner = ownerOf('originalSource' in entry ? (entry.originalSource ?? '') : '')
      characters.set(owner, (characters.get(owner) ?? 0) + 1)
    }
  return new Map([...characters].map(([owner, count]) => [owner, (count / chunk.code.length) * compressed]))
}
/** @type {Map<Chunk, Map<string, number>>} */
const known = new Map()
const shares = (/** @type {Chunk} */ chunk) => {
  const found = known.get(chunk) ?? sharesOf(chunk)
  known.set(chunk, found)
  return found
}

const withImports = (/** @type {string[]} */ start) => {
  const reached = new Set(start)
  // A set grows while it is walked.
  for (const name of reached) for (const imported of chunks.get(name)?.imports ?? []) reached.add(imported)
  return [...reached].flatMap((name) => chunks.get(name) ?? [])
}

const entries = [...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
/** The script of a module that is fetched on its own. */
const scriptOf = (/** @type {string} */ module) =>
  [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(path.join(root, module)))?.fileName
const [wanted] = process.argv.slice(2)

const modules = readdirSync(path.join(root, 'src/pages'), { encoding: 'utf8', recursive: true })
for (const module of modules.filter((file) => /^[\w-]+(\/index)?\.tsx$/.test(file)).sort()) {
  const name = module.replace(/(\/index)?\.tsx$/, '')
  const page = scriptOf(`src/pages/${module}`)
  if (!page || (wanted && wanted !== name)) continue
  const frame = scriptOf('src/app/start.tsx')
  /** @type {Map<string, number>} */
  const sums = new Map()
  for (const chunk of withImports([...entries, page, ...(frame ? [frame] : [])]))
    for (const [owner, bytes] of shares(chunk)) sums.set(owner, (sums.get(owner) ?? 0) + bytes)
  const total = [...sums.values()].reduce((sum, bytes) => sum + bytes, 0)
  console.log(`\n${name}: ${(total / 1000).toFixed(1)} kB of script`)
  for (const [owner, bytes] of [...sums].sort(([, a], [, b]) => b - a))
    if (bytes >= 50) console.log(`${(bytes / 1000).toFixed(2).padStart(8)}  ${owner}`)
}
