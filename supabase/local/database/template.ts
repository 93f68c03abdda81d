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

const templateFolder = (root: string): string => {
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

const buildTemplate = async (root: string, template: string) => {
  const draft = `${template}.building`
  rmSync(draft, { recursive: true, force: true })
  const backend = await createBackend({
    root,
    engine: await openPglite(draft),
    filesDir: filesFolder(draft),
    config: readProjectConfig(root),
    keys: { publishable: 'sb_publishable_template', secret: 'sb_secret_template', jwtSecret: 't'.repeat(40) },
    origins: ['http://localhost'],
    email: new InMemoryEmailDriver(),
    seed: 'later',
    authLimits: false,
  })
  await backend.close()
  renameSync(draft, template)
}

// Test files that start together share one build.
const waitForTemplate = async (root: string, template: string) => {
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
      if (!existsSync(template)) await buildTemplate(root, template)
    } finally {
      release()
    }
  }
}

/** Creates a data folder atomically from a cached database. */
export const prepareDataDir = async (root: string, dataDir: string): Promise<void> => {
  if (existsSync(dataDir)) return
  const template = templateFolder(root)
  await waitForTemplate(root, template)
  const draft = `${dataDir}.${randomUUID()}`
  mkdirSync(path.dirname(dataDir), { recursive: true })
  cpSync(template, draft, { recursive: true })
  renameSync(draft, dataDir)
}
