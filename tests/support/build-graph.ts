import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** One script of the site: the modules in it, and the scripts it imports. */
export type Chunk = Awaited<ReturnType<typeof readChunks>>[number]

/**
 * Builds the browser's bundle once more in memory, because the published files do not say which module went where.
 * Names contain a hash of the contents, so equal names mean that this is what is in `dist`.
 */
export const readChunks = async () => {
  // Vitest's own value would build React's development version.
  process.env.NODE_ENV = 'production'
  const { output } = (await build({ root, logLevel: 'error', build: { write: false } })) as Rolldown.RolldownOutput
  return output
    .filter((file) => file.type === 'chunk')
    .map(({ fileName, code, modules, moduleIds, facadeModuleId, imports, dynamicImports, isEntry }) => ({
      file: fileName,
      code,
      modules: moduleIds.map((id) => id.replace(root, '')),
      /** What each module adds before minifying, in bytes. */
      sizes: Object.entries(modules).map(([id, { renderedLength }]) => [id.replace(root, ''), renderedLength] as const),
      imports,
      dynamicImports,
      // Vite leaves out an entry that would only import the chunk the first script was put into.
      isEntry: isEntry || moduleIds.some((id) => id.endsWith('/src/main.tsx')),
      facade: facadeModuleId?.replace(root, '') ?? '',
    }))
}

/** Some chunks and all that they lead to: by their imports, unless `next` says otherwise. */
export const reach = (
  chunks: readonly Chunk[],
  start: readonly Chunk[],
  next = ({ imports }: Chunk): string[] => imports,
): Chunk[] => {
  const reached = new Set(start)
  // A set grows while it is iterated.
  for (const chunk of reached)
    for (const target of chunks.filter(({ file }) => next(chunk).includes(file))) reached.add(target)
  return [...reached]
}

const sizes = new Map<string, number>()
/** Bytes of Brotli. */
const sizeOf = ({ file, code }: Chunk): number => {
  const size = sizes.get(file) ?? brotliCompressSync(code).length
  sizes.set(file, size)
  return size
}

/** What each public page fetches after its first paint, in kB of Brotli, by its name below `src/pages`. */
export const pageScripts = (chunks: readonly Chunk[]): ReadonlyMap<string, number> => {
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const first = reach(chunks, entries)
  const frame = chunks.filter(({ modules }) => modules.includes('src/app/start.tsx'))
  if (frame.length !== 1) throw new Error('The application is not in one file.')
  const pages = chunks.flatMap((chunk) => {
    const name = /^src\/pages\/(.*)\.tsx$/.exec(chunk.facade)?.[1]
    const needed = reach(chunks, [...frame, chunk]).filter((one) => !first.includes(one))
    const bytes = needed.reduce((sum, one) => sum + sizeOf(one), 0)
    return name ? [[name, Math.round(bytes / 100) / 10] as const] : []
  })
  return new Map(pages)
}

/** At most, in kB: a little above what is used today, as exceeding it should be a decision. */
export const scriptBudget = (page: string): number => (page === 'home/index' ? 117.5 : 111.4)
