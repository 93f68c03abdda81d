import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** One script of the site: the modules in it, and the scripts it imports. */
export type Chunk = {
  file: string
  modules: string[]
  imports: string[]
  dynamicImports: string[]
  isEntry: boolean
  facade: string
}

/**
 * Builds the browser's bundle once more in memory, because the published files do not say which module went where.
 * Names contain a hash of the contents, so equal names mean that this is what is in `dist`.
 */
export const readChunks = async (): Promise<Chunk[]> => {
  // Vitest's own value would build React's development version.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    const output = (await build({ root, logLevel: 'error', build: { write: false } })) as Rolldown.RolldownOutput
    return output.output.flatMap((chunk) =>
      chunk.type === 'chunk'
        ? [
            {
              file: chunk.fileName,
              modules: chunk.moduleIds.map((id) => id.replace(root, '')),
              imports: chunk.imports,
              dynamicImports: chunk.dynamicImports,
              // Vite leaves out an entry that would only import the chunk the first script was put into.
              isEntry: chunk.isEntry || chunk.moduleIds.some((id) => id.endsWith('/src/main.tsx')),
              facade: chunk.facadeModuleId?.replace(root, '') ?? '',
            },
          ]
        : [],
    )
  } finally {
    process.env.NODE_ENV = before
  }
}
