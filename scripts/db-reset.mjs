import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { loadEnv } from 'vite'
import { importSource, root } from './project.mjs'

const dataDir = path.resolve(root, loadEnv('development', root, 'DATA_DIR').DATA_DIR || 'supabase/.data')
const name = path.relative(process.cwd(), dataDir)

/** @type {typeof import('../supabase/local/database/lock.ts')} */
const { getLockFile, lockOwner, tryLock } = await importSource('supabase/local/database/lock.ts')

const release = tryLock(getLockFile(dataDir))
if (!release) {
  const owner = lockOwner(getLockFile(dataDir))
  console.error(`The data in ${name} is in use by a running server (process ${owner}). Stop it first.`)
  process.exit(1)
}
const existed = existsSync(dataDir)
rmSync(dataDir, { recursive: true, force: true })
release()
console.log(existed ? `Removed ${name}. The next start creates a new database.` : `There is no data in ${name}.`)
