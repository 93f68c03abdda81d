import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runnerImport } from 'vite'

export const root = path.resolve(import.meta.dirname, '..')

const load = async (/** @type {string} */ file, /** @type {import('vite').Plugin[]} */ plugins = []) => {
  const { module } = await runnerImport(path.join(root, file), {
    root,
    configFile: false,
    logLevel: 'error',
    plugins,
    resolve: {
      alias: { '@contract': path.join(root, 'supabase/functions/_shared/contract'), '@': path.join(root, 'src') },
    },
  })
  return /** @type {any} */ (module)
}

/** Imports a TypeScript file, which Node 20 can't. Modules see a build without a backend. */
export const importSource = async (/** @type {string} */ file) => {
  const { snapshots } = await load('src/prerender/snapshot.ts')
  return load(file, [snapshots()])
}

/** Writes a file atomically. */
export const save = (/** @type {string} */ file, /** @type {Buffer | string} */ data) => {
  const target = path.join(root, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(`${target}.partial`, data)
  renameSync(`${target}.partial`, target)
}
