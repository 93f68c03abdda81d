import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { preview } from 'vite'
import { freePort } from '../tests/support/free-port.mjs'
import { root } from './project.mjs'

/** Serves a build on a temporary database and returns its URL. */
export const serve = async (outDir = 'dist') => {
  const port = await freePort()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'site-'))
  Object.assign(process.env, { PORT: String(port), DATA_DIR: dataDir })
  process.chdir(root)
  await preview({ root, logLevel: 'warn', build: { outDir } })
  // Runs after the backend's exit handler, which releases the folder.
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const url = `http://localhost:${port}`
  // Responds once the database is ready.
  await fetch(`${url}/rest/v1/`)
  return url
}
