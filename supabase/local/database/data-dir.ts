import { existsSync } from 'node:fs'
import { InMemoryEmailDriver } from '@supabase/lite'
import { createBackend } from '../backend.ts'
import { readProjectConfig } from '../project-config.ts'
import { openPglite } from './engine.ts'
import { copyTemplate, ensureTemplate } from './template.ts'

const NOBODYS_KEYS = { publishable: 'sb_publishable_template', secret: 'sb_secret_template', jwtSecret: 't'.repeat(40) }

/** Builds the template of an empty, migrated database. The keys are not stored in it. */
export const prepareTemplate = (root: string): Promise<string> =>
  ensureTemplate(root, async (dataDir) => {
    const backend = await createBackend({
      root,
      engine: await openPglite(dataDir),
      config: readProjectConfig(root),
      keys: NOBODYS_KEYS,
      origins: ['http://localhost'],
      email: new InMemoryEmailDriver(),
      seed: 'later',
    })
    await backend.close()
  })

/** Makes sure there is a database: a new folder appears complete or not at all, so a killed first start leaves nothing broken. */
export async function prepareDataDir(root: string, dataDir: string): Promise<void> {
  if (existsSync(dataDir)) return
  await prepareTemplate(root)
  copyTemplate(root, dataDir)
}
