import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Chunk = Awaited<ReturnType<typeof readChunks>>[number]

/** Builds the bundle in memory, because `dist` doesn't name the modules. Equal file names prove equal content. */
export const readChunks = async () => {
  // Vitest's value would build React's development version.
  process.env.NODE_ENV = 'production'
  const { output } = (await build({ root, logLevel: 'error', build: { write: false } })) as Rolldown.RolldownOutput
  return output
    .filter((file) => file.type === 'chunk')
    .map(({ fileName, code, modules, moduleIds, facadeModuleId, imports, dynamicImports, isEntry }) => ({
      file: fileName,
      code,
      modules: moduleIds.map((id) => id.replace(root, '')),
      sizes: Object.entries(modules).map(([id, { renderedLength }]) => [id.replace(root, ''), renderedLength] as const),
      imports,
      dynamicImports,
      // Vite omits an entry that would only import the first script's chunk.
      isEntry: isEntry || moduleIds.some((id) => id.endsWith('/src/main.tsx')),
      facade: facadeModuleId?.replace(root, '') ?? '',
    }))
}

/** Returns chunks and their imports, or what `next` follows. */
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
const sizeOf = ({ file, code }: Chunk): number => {
  const size = sizes.get(file) ?? brotliCompressSync(code).length
  sizes.set(file, size)
  return size
}

/** Returns the kB of Brotli that each public page fetches after its first paint. */
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

/** Returns the limit in kB, slightly above current use. */
export const scriptBudget = (page: string): number => (page === 'home/index' ? 115 : 109.5)
