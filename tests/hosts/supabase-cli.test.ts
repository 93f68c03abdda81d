import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'smol-toml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_TELEMETRY, supabaseCli } from '../../scripts/supabase-cli.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const program = await supabaseCli()
if (!program) console.info('could not be fetched, so not tried: the Supabase CLI')

describe.skipIf(!program)('the Supabase CLI', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'supabase-cli-'))
  beforeAll(() => {
    for (const name of ['config.toml', 'templates', 'migrations'])
      cpSync(path.join(root, 'supabase', name), path.join(folder, 'supabase', name), { recursive: true })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const run = async (args: readonly string[], variables: NodeJS.ProcessEnv = {}, cwd = folder) => {
    const env = { PATH: process.env.PATH, HOME: folder, ...NO_TELEMETRY, ...variables }
    const options = { cwd, env }
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...(program ?? []), ...args], options)
    return stdout + stderr
  }

  it('reads supabase/config.toml without a warning, and fills in every setting', async () => {
    // Stands in for the service that knows hosted projects: this one has no configuration yet.
    const service = createServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end('{}'),
    )
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const profile = path.join(folder, 'profile.yaml')
    const urls = ['api_url', 'dashboard_url', 'docs_url'].map((name) => `${name}: ${url}\n`)
    writeFileSync(profile, `name: test\n${urls.join('')}project_host: localhost\n`)
    const settings = {
      SITE_URL: 'https://www.kettledigs.co.uk',
      COMPANY_NAME: 'Kettle Digs',
      MAIL_FROM: 'no-reply@kettledigs.co.uk',
      SMTP_HOST: 'smtp.provider.com',
      SMTP_USER: 'kettle',
      SMTP_PASS: 'secret',
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"\n`)
    writeFileSync(path.join(folder, 'supabase/.env'), lines.join(''))
    const said = await run(['config', 'diff', `--remote=${'a'.repeat(20)}`, '--profile', profile], {
      SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
    })
    service.close()

    expect(said).not.toMatch(/warn|deprecated|invalid|env\(/i)
    expect(said).toMatch(/auth\.site_url .*\n\s+local: +"https:\/\/www\.kettledigs\.co\.uk"/)
    expect(said).toMatch(/auth\.email\.smtp\.admin_email .*\n\s+local: +"no-reply@kettledigs\.co\.uk"/)
    expect(said).toMatch(/auth\.enable_signup .*\n\s+local: +false/)
    // What the service calls auth.email.enabled.
    expect(said).toMatch(/auth\.email\.enable_signup .*\n\s+local: +true/)
  })

  it('finds each field of auth of its own template decided in supabase/config.toml', async () => {
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
