import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { NO_TELEMETRY, supabaseCli } from '../../scripts/supabase-cli.mjs'
import { copyHostedDatabase } from '../support/hosted-database.ts'

// What the linter says and is meant, with the reason.
const DEFINERS_ONLY = 'Definer functions alone read and write it; nobody else has a right to it.'
const ACCEPTED = {
  rls_enabled_no_policy_private_builds: DEFINERS_ONLY,
  rls_enabled_no_policy_private_project_versions: DEFINERS_ONLY,
  rls_enabled_no_policy_private_rate_limit_hits: DEFINERS_ONLY,
  rls_enabled_no_policy_private_released_media: DEFINERS_ONLY,
  rls_enabled_no_policy_private_restoration: DEFINERS_ONLY,
  rls_enabled_no_policy_private_second_factor_rule: DEFINERS_ONLY,
  rls_enabled_no_policy_private_site: DEFINERS_ONLY,
  rls_enabled_no_policy_private_site_media_removals: DEFINERS_ONLY,
}

test("Supabase's own linter finds nothing but what is meant", { timeout: 180_000 }, async ({ skip }) => {
  const cli = await supabaseCli()
  if (!cli) return skip('the Supabase CLI, which npm fetches when it is first needed, could not be fetched')
  const database = await copyHostedDatabase(process.env.TEST_POSTGRES_URL ?? '')
  onTestFinished(async () => {
    await database.engine.close()
    await database.discard()
  })
  const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const remote = `--remote=${database.urlOf('postgres')}?sslmode=disable`
  const options = ['--type=all', '--level=info', '--fail-on=none', '--output-format=json']
  const { stdout } = await promisify(execFile)(process.execPath, [...cli, 'db', 'advisors', remote, ...options], {
    cwd: folder,
    env: { ...process.env, HOME: folder, ...NO_TELEMETRY },
  })
  const { results } = JSON.parse(stdout) as { results: { name: string; cacheKey: string }[] }
  // Nothing has used an index in a database this new.
  const findings = results.filter(({ name }) => name !== 'unused_index').map(({ cacheKey }) => cacheKey)
  expect(findings).toEqual(Object.keys(ACCEPTED))
})
