import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { InMemoryEmailDriver } from '@supabase/lite'
import { createBackend } from '../backend.ts'
import { readProjectConfig } from '../project-config.ts'
import { openPglite } from './engine.ts'
import { filesFolder, tryLock } from './lock.ts'
import { HOSTED_DEFAULTS, readMigrations } from './prepare.ts'

const LOCK_TIMEOUT_MS = 60_000

/** The cached data folder of an initialised, migrated, empty database of these migrations. */
export const templateFolder = (root: string): string => {
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
export const copyTemplate = (root: string, dataDir: string): boolean => {
  const template = templateFolder(root)
  if (!existsSync(template)) return false
  const draft = `${dataDir}.${randomUUID()}`
  mkdirSync(path.dirname(dataDir), { recursive: true })
  cpSync(template, draft, { recursive: true })
  renameSync(draft, dataDir)
  return true
}

/** Makes the template once, however many test files start at the same moment. */
export const ensureTemplate = async (root: string, build: (dataDir: string) => Promise<void>): Promise<string> => {
  const template = templateFolder(root)
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  while (!existsSync(template)) {
    const release = tryLock(`${template}.lock`)
    if (!release) {
      if (Date.now() > deadline)
        throw new Error(`The database template ${template} is still locked after ${LOCK_TIMEOUT_MS} ms.`)
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

const NOBODYS_KEYS = { publishable: 'sb_publishable_template', secret: 'sb_secret_template', jwtSecret: 't'.repeat(40) }

/** Builds the template of an empty, migrated database. The keys are not stored in it. */
export const prepareTemplate = (root: string): Promise<string> =>
  ensureTemplate(root, async (dataDir) => {
    const backend = await createBackend({
      root,
      engine: await openPglite(dataDir),
      filesDir: filesFolder(dataDir),
      config: readProjectConfig(root),
      keys: NOBODYS_KEYS,
      origins: ['http://localhost'],
      email: new InMemoryEmailDriver(),
      seed: 'later',
      authLimits: false,
    })
    await backend.close()
  })

/** Makes sure there is a database: a new folder appears complete or not at all, so a killed first start leaves nothing broken. */
export const prepareDataDir = async (root: string, dataDir: string): Promise<void> => {
  if (existsSync(dataDir)) return
  await prepareTemplate(root)
  copyTemplate(root, dataDir)
}
