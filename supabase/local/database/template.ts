import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { tryLock } from './lock.ts'
import { HOSTED_DEFAULTS, readMigrations } from './prepare.ts'

const WAIT_MS = 60_000

/** The cached data folder that holds an initialised, migrated, empty database of these migrations. */
export function templateFolder(root: string): string {
  const require = createRequire(path.join(root, 'package.json'))
  const packages = ['@supabase/lite', '@electric-sql/pglite'].map((name) => {
    const entry = require.resolve
      .paths(name)
      ?.map((base) => path.join(base, name, 'package.json'))
      .find(existsSync)
    return entry ? readFileSync(entry, 'utf8') : name
  })
  const hash = createHash('sha256')
  for (const part of [...packages, HOSTED_DEFAULTS, JSON.stringify(readMigrations(root))]) hash.update(part)
  return path.join(root, 'node_modules/.cache/embedded-backend', hash.digest('hex').slice(0, 16))
}

/** Copies the template to a new data folder; false when there is no template yet. */
export function copyTemplate(root: string, dataDir: string): boolean {
  const template = templateFolder(root)
  if (!existsSync(template)) return false
  const draft = `${dataDir}.${randomUUID()}`
  mkdirSync(path.dirname(dataDir), { recursive: true })
  cpSync(template, draft, { recursive: true })
  renameSync(draft, dataDir)
  return true
}

/** Makes the template once, however many test files start at the same moment. */
export async function ensureTemplate(root: string, build: (dataDir: string) => Promise<void>): Promise<string> {
  const template = templateFolder(root)
  const deadline = Date.now() + WAIT_MS
  while (!existsSync(template)) {
    const release = tryLock(`${template}.lock`)
    if (!release) {
      if (Date.now() > deadline)
        throw new Error(`The database template ${template} is still locked after ${WAIT_MS} ms.`)
      await pause(100)
      continue
    }
    try {
      if (existsSync(template)) break
      const draft = `${template}.building`
      rmSync(draft, { recursive: true, force: true })
      await build(draft)
      renameSync(draft, template)
    } finally {
      release()
    }
  }
  return template
}
