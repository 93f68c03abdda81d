// @ts-check
// The built site with the embedded backend, for the scripts that look at it or load it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { preview } from 'vite'
import { freePort } from '../tests/support/free-port.mjs'

const SOURCES =
  'src public supabase/functions/_shared/contract .env.local index.html vite.config.ts tailwind.config.ts package-lock.json'

const newest = (/** @type {string} */ file) => {
  if (!existsSync(file)) return 0
  if (!statSync(file).isDirectory()) return statSync(file).mtimeMs
  const files = readdirSync(file, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(0, ...files.map((entry) => statSync(path.join(entry.parentPath, entry.name)).mtimeMs))
}

/** Whether dist is missing, or older than something it is made of. */
export const isStale = (/** @type {string} */ root) => {
  const builtAt = newest(path.join(root, 'dist/index.html'))
  return !SOURCES.split(' ').every((name) => newest(path.join(root, name)) < builtAt)
}

/** Builds the site where that is needed; throws when that fails. */
export const buildIfStale = (/** @type {string} */ root) => {
  if (!isStale(root)) return
  console.log('Building the site ...')
  const { status } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error('The site could not be built; the reason is shown above.')
}

/**
 * Serves dist, or another build, on a database of its own, which is removed when this process ends; returns the site's URL.
 * @param {string} root @param {string} [outDir]
 */
export const serve = async (root, outDir = 'dist') => {
  const port = await freePort()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'site-'))
  Object.assign(process.env, { PORT: String(port), DATA_DIR: dataDir })
  process.chdir(root)
  await preview({ root, logLevel: 'warn', build: { outDir } })
  // After the backend's own exit handler, which releases the folder.
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))

  const url = `http://localhost:${port}`
  // Answered once the database is ready.
  await fetch(`${url}/rest/v1/`)
  return url
}
