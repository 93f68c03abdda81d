import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { parse } from 'smol-toml'
import { afterAll, describe, expect, it } from 'vitest'
import { listen } from '../support/listen'
import { openCli } from '../support/supabase-cli'

const root = path.resolve(import.meta.dirname, '../..')
const cli = await openCli()
if (!cli) console.info('could not be fetched, so not tried: the Supabase CLI')

describe.skipIf(!cli)('the Supabase CLI', () => {
  const { folder, run, remove } = (cli ?? {}) as NonNullable<typeof cli>
  afterAll(() => remove())

  it('the Supabase CLI reads supabase/config.toml without warnings and resolves its variables', async () => {
    // Stands in for Supabase's API, with an empty configuration.
    const service = createServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end('{}'),
    )
    const url = await listen(service)
    const profile = path.join(folder, 'profile.yaml')
    const urls = ['api_url', 'dashboard_url', 'docs_url'].map((name) => `${name}: ${url}\n`)
    writeFileSync(profile, `name: test\n${urls.join('')}project_host: localhost\n`)
    const smtp = 'SMTP_HOST=smtp.provider.com\nSMTP_USER=kettle\nSMTP_PASS=secret\n'
    const site = 'SITE_URL=https://www.kettledigs.co.uk\nCOMPANY_NAME=Kettle\nMAIL_FROM=no-reply@kettledigs.co.uk\n'
    writeFileSync(path.join(folder, 'supabase/.env'), site + smtp)
    const args = ['config', 'diff', `--remote=${'a'.repeat(20)}`, '--profile', profile]
    const { stdout, stderr } = await run(args, { SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}` })
    service.close()

    const said = stdout + stderr
    expect(said).not.toMatch(/warn|deprecated|invalid|env\(/i)
    expect(said).toMatch(/auth\.site_url .*\n\s+local: +"https:\/\/www\.kettledigs\.co\.uk"/)
    expect(said).toMatch(/auth\.email\.smtp\.admin_email .*\n\s+local: +"no-reply@kettledigs\.co\.uk"/)
    expect(said).toMatch(/auth\.enable_signup .*\n\s+local: +false/)
    // The service calls it auth.email.enabled.
    expect(said).toMatch(/auth\.email\.enable_signup .*\n\s+local: +true/)
  })

  it('supabase/config.toml sets every auth field of the Supabase CLI template', async () => {
    const project = path.join(folder, 'new')
    mkdirSync(project)
    await run(['init', `--workdir=${project}`], {}, project)
    const fieldsOf = (value: unknown, name = 'auth'): string[] =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).flatMap(([key, part]) => fieldsOf(part, `${name}.${key}`))
        : [name]
    const fields = (of: string) => fieldsOf(parse(readFileSync(path.join(of, 'supabase/config.toml'), 'utf8')).auth)
    const known = fields(project)
    expect(known).toContain('auth.mfa.totp.enroll_enabled')
    expect(known.filter((field) => !fields(root).includes(field))).toEqual([])
  })
})
