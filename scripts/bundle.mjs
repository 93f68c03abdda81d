// @ts-check
// `npm run bundle [-- PAGE]`: each page's scripts in kB of Brotli, and whose code they hold in kB before minifying.
import { brotliCompressSync } from 'node:zlib'
import { importSource } from './project.mjs'

/** @type {typeof import('../tests/support/build-graph.ts')} */
const { reach, readChunks } = await importSource('tests/support/build-graph.ts')
const chunks = await readChunks()
const shared = chunks.filter(({ modules }) => modules.some((file) => /^src\/(main|app\/start)\.tsx$/.test(file)))
const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1).padStart(8)

for (const page of chunks) {
  const name = /^src\/pages\/(.+?)(?:\/index)?\.tsx$/.exec(page.facade)?.[1]
  if (!name || ![undefined, name].includes(process.argv[2])) continue
  const needed = reach(chunks, [...shared, page])
  /** @type {Map<string, number>} */
  const owners = new Map()
  for (const [file, size] of needed.flatMap(({ sizes }) => sizes)) {
    const owner = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file.replace(/^\0|\?.*/g, '')
    owners.set(owner, (owners.get(owner) ?? 0) + size)
  }
  const total = needed.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0)
  console.log(`\n${kilobytes(total)}  ${name}, in ${needed.length} files`)
  for (const [owner, size] of [...owners].sort(([, a], [, b]) => b - a).slice(0, 30))
    console.log(kilobytes(size), owner)
}
