import { expect, onTestFinished, test } from 'vitest'
import { copyHostedDatabase } from '../support/hosted-database.ts'
import { openCli } from '../support/supabase-cli.ts'

// Only definer functions use these tables, so they need no policy.
const WITHOUT_POLICY =
  'builds deleted_reviews project_versions rate_limit_hits released_media restoration review_counts second_factor_rule site site_media_removals unclaimed_photos withdrawal_links'

test("Supabase's database linter reports only the expected findings", { timeout: 180_000 }, async ({ skip }) => {
  const cli = await openCli()
  if (!cli) return skip('the Supabase CLI, which npm fetches when it is first needed, could not be fetched')
  const database = await copyHostedDatabase(process.env.TEST_POSTGRES_URL ?? '')
  onTestFinished(async () => {
    cli.remove()
    await database.engine.close()
    await database.discard()
  })
  const remote = `--remote=${database.urlOf('postgres')}?sslmode=disable`
  const options = ['--type=all', '--level=info', '--fail-on=none', '--output-format=json']
  const { stdout } = await cli.run(['db', 'advisors', remote, ...options])
  const { results } = JSON.parse(stdout) as { results: { name: string; cacheKey: string }[] }
  // A new database has used no index yet.
  const findings = results.filter(({ name }) => name !== 'unused_index').map(({ cacheKey }) => cacheKey)
  expect(findings).toEqual(WITHOUT_POLICY.split(' ').map((table) => `rls_enabled_no_policy_private_${table}`))
})
