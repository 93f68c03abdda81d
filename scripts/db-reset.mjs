// @ts-check
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadEnv, runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const dataDir = path.resolve(root, loadEnv('development', root, 'DATA_DIR').DATA_DIR || 'supabase/.data')
const name = path.relative(process.cwd(), dataDir)

/** @type {{ module: typeof import('../supabase/local/database/lock.ts') }} */
const { module } = await runnerImport(path.join(root, 'supabase/local/database/lock.ts'), {
  configFile: false,
  logLevel: 'error',
})
const { lockFileOf, lockOwner, tryLock } = module

const release = tryLock(lockFileOf(dataDir))
if (!release) {
  const owner = lockOwner(lockFileOf(dataDir))
  console.error(`The data in ${name} is in use by a running server (process ${owner}). Stop it first.`)
  process.exit(1)
}
const existed = existsSync(dataDir)
rmSync(dataDir, { recursive: true, force: true })
release()
console.log(existed ? `Removed ${name}. The next start makes a new database.` : `There is no data in ${name}.`)
