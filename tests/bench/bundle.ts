import { brotliCompressSync } from 'node:zlib'
import { reach, readChunks } from '../support/build-graph.ts'

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(8)

/** `npm run bundle [-- PAGE]` prints each page's scripts in kB of Brotli, and their packages in kB before minifying. */
export const run = async ([wanted]: string[]): Promise<void> => {
  const chunks = await readChunks()
  const shared = chunks.filter(({ modules }) => modules.some((file) => /^src\/(main|app\/start)\.tsx$/.test(file)))
  for (const page of chunks) {
    const name = /^src\/pages\/(.+?)(?:\/index)?\.tsx$/.exec(page.facade)?.[1]
    if (!name || (wanted && name !== wanted)) continue
    const needed = reach(chunks, [...shared, page])
    const owners = new Map<string, number>()
    for (const [file, size] of needed.flatMap(({ sizes }) => sizes)) {
      const owner = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file.replace(/^\0|\?.*/g, '')
      owners.set(owner, (owners.get(owner) ?? 0) + size)
    }
    const total = needed.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0)
    console.info(`\n${kilobytes(total)}  ${name}, in ${needed.length} files`)
    for (const [owner, size] of [...owners].sort(([, a], [, b]) => b - a).slice(0, 30))
      console.info(kilobytes(size), owner)
  }
}
