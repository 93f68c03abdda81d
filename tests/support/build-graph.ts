import { fileURLToPath } from 'node:url'
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
    .map(({ fileName, moduleIds, facadeModuleId, imports, dynamicImports, isEntry }) => ({
      file: fileName,
      modules: moduleIds.map((id) => id.replace(root, '')),
      imports,
      dynamicImports,
      // Vite leaves out an entry that would only import the chunk the first script was put into.
      isEntry: isEntry || moduleIds.some((id) => id.endsWith('/src/main.tsx')),
      facade: facadeModuleId?.replace(root, '') ?? '',
    }))
}
