// Prints what each public page's scripts are made of: npm run bundle [-- <page>]
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
process.env.NODE_ENV = 'production'

const { output } = await build({ root, logLevel: 'error', build: { write: false, sourcemap: 'hidden' } })
const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
const mapOf = ({ fileName }) => {
  const asset = output.find((file) => file.fileName === `${fileName}.map`)
  return asset ? JSON.parse(String(asset.source)) : undefined
}

const ownerOf = (source) => {
  const package_ = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]
  if (package_) return package_
  return /(?:^|\/)((?:src|supabase)\/.*)/.exec(source)?.[1] ?? 'glue'
}

/** Bytes of one script after Brotli by owner: each gets the share that its characters have in the minified text. */
const sharesOf = (chunk) => {
  const map = mapOf(chunk)
  const compressed = brotliCompressSync(chunk.code).length
  if (!map) return new Map([['glue', compressed]])
  const characters = new Map()
  const lookup = new SourceMap(map)
  for (const [row, line] of chunk.code.split('\n').entries())
    for (let column = 0; column < line.length; column += 1) {
      const owner = ownerOf(lookup.findEntry(row, column).originalSource ?? '')
      characters.set(owner, (characters.get(owner) ?? 0) + 1)
    }
  return new Map([...characters].map(([owner, count]) => [owner, (count / chunk.code.length) * compressed]))
}
const known = new Map()
const shares = (chunk) => {
  if (!known.has(chunk)) known.set(chunk, sharesOf(chunk))
  return known.get(chunk)
}

const withImports = (start) => {
  const reached = new Set(start)
  // A set grows while it is walked.
  for (const name of reached) for (const imported of chunks.get(name)?.imports ?? []) reached.add(imported)
  return [...reached].flatMap((name) => chunks.get(name) ?? [])
}

const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
const pages = [...chunks.values()].filter(({ facadeModuleId }) =>
  facadeModuleId?.includes(path.join(root, 'src/pages/')),
)
const [wanted] = process.argv.slice(2)

for (const page of pages) {
  const name = path.relative(path.join(root, 'src/pages'), page.facadeModuleId).replace(/(\/index)?\.tsx$/, '')
  if (wanted && wanted !== name) continue
  const sums = new Map()
  for (const chunk of withImports([entry.fileName, page.fileName]))
    for (const [owner, bytes] of shares(chunk)) sums.set(owner, (sums.get(owner) ?? 0) + bytes)
  const total = [...sums.values()].reduce((sum, bytes) => sum + bytes, 0)
  console.log(`\n${name}: ${(total / 1000).toFixed(1)} kB of script`)
  for (const [owner, bytes] of [...sums].sort(([, a], [, b]) => b - a))
    if (bytes >= 50) console.log(`${(bytes / 1000).toFixed(2).padStart(8)}  ${owner}`)
}
