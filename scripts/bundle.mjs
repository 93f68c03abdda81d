// @ts-check
// Prints each page's scripts in kB of Brotli, and whose code they hold in kB before minifying: npm run bundle [-- <page>]
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

process.env.NODE_ENV = 'production'
const built = await build({ logLevel: 'error', build: { write: false } })
const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (built)
const chunks = output.filter((file) => file.type === 'chunk')
const first = chunks.filter(({ moduleIds }) => moduleIds.some((id) => /\/src\/(main|app\/start)\.tsx$/.test(id)))
const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1).padStart(8)

for (const page of chunks) {
  const name = /src\/pages\/(.+?)(?:\/index)?\.tsx$/.exec(page.facadeModuleId ?? '')?.[1]
  if (!name || ![undefined, name].includes(process.argv[2])) continue
  const needed = new Set([...first, page])
  // A set grows while it is iterated.
  for (const { imports } of needed) for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk)
  /** @type {Map<string, number>} */
  const owners = new Map()
  for (const [id, { renderedLength }] of [...needed].flatMap(({ modules }) => Object.entries(modules))) {
    const owner = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? /src\/[^?]*/.exec(id)?.[0] ?? id
    owners.set(owner, (owners.get(owner) ?? 0) + renderedLength)
  }
  const total = [...needed].reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0)
  console.log(`\n${kilobytes(total)}  ${name}, in ${needed.size} files`)
  for (const [owner, size] of [...owners].sort(([, a], [, b]) => b - a).slice(0, 30))
    console.log(kilobytes(size), owner)
}
