import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bundledCards } from '@/content/projects/bundled'
import { type Content, findings } from '../../scripts/go-live/check'
import { compareMigrations } from '../../scripts/go-live/migrations'
import { DATABASE_FUNCTIONS } from '../../scripts/go-live/smoke'
import { removeFactors } from '../../scripts/go-live/two-factor'
import { legacyKeyAdvice } from '../../scripts/legacy-key.mjs'
import { readMigrations } from '../../supabase/local/database/prepare'
import { forgeToken } from '../support/tokens'

const config = readFileSync(new URL('../../supabase/config.toml', import.meta.url), 'utf8')
const company = (name: string, domain: string, phone: string, founder: string, number: string, office: string) => ({
  name,
  url: `https://www.${domain}`,
  email: `info@${domain}`,
  adminEmail: `admin@${domain}`,
  phone: { display: phone },
  founder: { name: founder },
  registration: { number, office },
})
const content: Content = {
  site: company('Kettle Digs', 'kettledigs.co.uk', '020 1234 5678', 'Kim Kettle', '01234567', '5 High Road, London'),
  testimonials: [{ name: 'A real customer' }],
  marked: { 'facts.ts': { assurances: [{ name: 'Insurance', sample: false }] } },
}
const settings = {
  SITE_URL: 'https://www.kettledigs.co.uk',
  COMPANY_NAME: 'Kettle Digs',
  COMPANY_PHONE: '020 1234 5678',
  COMPANY_EMAIL: 'info@kettledigs.co.uk',
  FOUNDER_NAME: 'Kim Kettle',
  MAIL_FROM: 'no-reply@kettledigs.co.uk',
  SMTP_HOST: 'smtp.provider.com',
  SMTP_PORT: '465',
  SMTP_USER: 'kettle',
  SMTP_PASS: 'secret',
}
const build = { VITE_SUPABASE_URL: 'https://abc.supabase.co', VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc' }
const ready = { settings, build, config, content, adminSetup: false }
const legacyKey = (role: string) => forgeToken({ iss: 'supabase', role }, 'secret')
type Change = Record<string, string | undefined>
const withKey = (VITE_SUPABASE_PUBLISHABLE_KEY: string): Change => ({ VITE_SUPABASE_PUBLISHABLE_KEY })

describe('go-live check', () => {
  it('the go-live check finds nothing when all settings are complete and consistent', () => {
    const others = { ...settings, HOSTNAME: 'localhost', SUPABASE_URL: 'http://localhost' }
    const keys = {
      settings: { ...settings, RECAPTCHA_SECRET_KEY: 'x' },
      build: { ...build, VITE_RECAPTCHA_SITE_KEY: 'y' },
    }
    for (const given of [ready, { ...ready, settings: others }, { ...ready, ...keys }])
      expect(findings(given)).toEqual([])
  })

  it('the go-live check reads sample markers of the site, dig and every project', () => {
    const { content: _, ...withoutContent } = ready
    const marked = findings(withoutContent).filter((finding) => finding.includes('still marks'))
    expect(marked.map((finding) => finding.split(' ')[0])).toEqual([
      'src/content/site.ts',
      'src/content/dig/steps.ts',
      ...bundledCards.map(({ id }) => `src/content/projects/${id}/project.json`).sort(),
    ])
  })

  it('the go-live check finds every sample value of this repository', () => {
    const came = ['Stratum Groundworks', 'stratumgroundworks.example', '020 7946 0123', 'Alex Marlowe'] as const
    const site = { ...company(...came, '00000000', '1 Sample Street, London'), whatsapp: '07700 900123' }
    const testimonials = [{ name: 'Priya N.' }, { name: 'A real customer' }]
    const marked = { 'facts.ts': { assurances: [{ sample: true }, { sample: false }] }, 'prices.ts': { sample: true } }
    expect(findings({ ...ready, content: { site, testimonials, marked } }).slice(-5)).toEqual([
      expect.stringMatching(
        /sample values for name, phone.display, founder.name, registration.number, registration.office, whatsapp\. Replace/,
      ),
      expect.stringContaining('(.example) in url, email, adminEmail. Replace'),
      expect.stringContaining('still shows samples (Priya N.). Use'),
      expect.stringContaining('facts.ts still marks 1 fact as a sample'),
      expect.stringContaining('prices.ts still marks 1 fact as a sample'),
    ])
  })

  it.each<[what: string, change: Change, said: RegExp]>([
    ['is missing', { COMPANY_PHONE: undefined }, /^COMPANY_PHONE is not set\. Add it to supabase\/\.env\.$/],
    ['is malformed', { MAIL_FROM: 'nobody' }, /^MAIL_FROM is malformed/],
    ['is needed by the auth server', { SMTP_PASS: '' }, /^SMTP_PASS is not set, and .* for auth\.email\.smtp\.pass/],
    ['names a wrong site', { SITE_URL: 'https://a.co.uk' }, /^SITE_URL is https:\/\/a\.co\.uk, but the website says/],
    ['names a wrong mailbox', { COMPANY_EMAIL: 'kim@a.uk' }, /^COMPANY_EMAIL is kim@.*, but the website says/],
    [
      'names a port that Supabase blocks',
      { SMTP_PORT: '587' },
      /^SMTP_PORT is 587, which is blocked for hosted functions/,
    ],
    ['differs from the port of the auth server', { SMTP_PORT: '2525' }, /^SMTP_PORT is 2525, but the port under/],
    ['leaves set-up enabled', { ADMIN_SETUP: 'admin@kettledigs.co.uk' }, /^ADMIN_SETUP is on\. Remove it/],
    ['lets the default password keep its rights', { ADMIN_PASSWORD_CHANGE: 'off' }, /^ADMIN_PASSWORD_CHANGE is off/],
    ['has no matching site key', { RECAPTCHA_SECRET_KEY: 'x' }, /^RECAPTCHA_SECRET_KEY is set without/],
    ['has a sample domain', { SITE_ORIGINS: 'https://a.example' }, /^SITE_ORIGINS has a sample domain/],
    [
      'is a legacy key',
      { SUPABASE_SECRET_KEY: legacyKey('service_role') },
      /^SUPABASE_SECRET_KEY is a legacy service_role key, .* secret key \(sb_secret_…\) under .* in SUPABASE_SECRET_KEY\.$/,
    ],
    ['is not an HTTPS URL', { DEPLOY_HOOK_URL: 'http://hooks.host.com/1' }, /^DEPLOY_HOOK_URL must start with https/],
  ])('the go-live check explains what to do when a setting %s', (_what, change, said) => {
    expect(findings({ ...ready, settings: { ...settings, ...change } })).toEqual([expect.stringMatching(said)])
  })

  it('the go-live check reports a localhost site address in settings or config', () => {
    const remedy = 'points at this machine. Set it to the public address.'
    const local = { ...settings, SITE_URL: 'http://localhost:5173' }
    expect(findings({ ...ready, settings: local })).toContain(`SITE_URL ${remedy}`)
    const edited = config.replace('"env(SITE_URL)"', '"http://localhost:5173"')
    expect(findings({ ...ready, config: edited })).toEqual([`auth.site_url in supabase/config.toml ${remedy}`])
  })

  it.each<[what: string, change: Change, said: RegExp]>([
    ['no project', { VITE_SUPABASE_URL: '' }, /^VITE_SUPABASE_URL is not set/],
    ['no key', withKey(''), /^VITE_SUPABASE_PUBLISHABLE_KEY is not set/],
    ["the embedded backend's key", withKey('sb_publishable_local'), /is the embedded backend's key/],
    ['a secret key', withKey('sb_secret_abc'), /is a secret key/],
    ['a legacy secret key', withKey(legacyKey('service_role')), /is a secret key/],
    [
      'a legacy anon key',
      withKey(legacyKey('anon')),
      /^VITE_\w+_KEY is a legacy anon key, .* \(sb_publishable_…\) .* in VITE_\w+_KEY\.$/,
    ],
    ['a malformed setting', { VITE_ANALYTICS_ID: 'UA-1' }, /VITE_ANALYTICS_ID: expected a measurement id/],
    ['an unverified spam check', { VITE_RECAPTCHA_SITE_KEY: 'x' }, /^VITE_RECAPTCHA_SITE_KEY is set without/],
  ])('the go-live check reports a build with %s', (_what, change, said) => {
    const found = findings({ ...ready, build: { ...build, ...change }, localKey: 'sb_publishable_local' })
    expect(found).toEqual([expect.stringMatching(said)])
  })

  it('the go-live check requires ADMIN_SETUP while the first administrator is being created', () => {
    const during = { ...ready, adminSetup: true }
    expect(findings(during)).toEqual([
      expect.stringMatching(/^To create the first administrator, set ADMIN_SETUP to admin@kettledigs\.co\.uk/),
    ])
    expect(findings({ ...during, settings: { ...settings, ADMIN_SETUP: 'Admin@KettleDigs.co.uk' } })).toEqual([])
  })
})

const otherRoles = ['authenticated', ['anon']].map((role) => forgeToken({ role }, 'secret'))
const notJson = `a.${Buffer.from('null').toString('base64url')}.c`
it.each(['', 'sb_publishable_embedded_backend', 'sb_secret_abc', 'a.b.c', notJson, ...otherRoles])(
  'legacyKeyAdvice returns nothing for %j',
  (key) => expect(legacyKeyAdvice('SUPABASE_SECRET_KEY', key)).toBeUndefined(),
)

afterEach(() => void vi.unstubAllEnvs().unstubAllGlobals())

it('removing a second factor rejects a legacy key before any request', async () => {
  const send = vi.fn()
  vi.stubGlobal('fetch', send)
  vi.stubEnv('SUPABASE_SECRET_KEY', legacyKey('service_role'))
  const removed = removeFactors('kim@kettledigs.co.uk', { SUPABASE_URL: 'https://abc.supabase.co' })
  await expect(removed).rejects.toThrow(/^SUPABASE_SECRET_KEY is a legacy service_role key/)
  expect(send).not.toHaveBeenCalled()
})

describe('migration comparison', () => {
  const sql = "create table a (b text default 'x  --y'); -- Why.\nselect $$ 1 $$;"
  const one = { version: '20260101000001', name: 'one', sql }
  const two = { version: '20260101000002', name: 'two', sql: 'select 2;' }

  it('comparing migrations ignores comments and spaces, except inside quotes', () => {
    const other = "/* Other. */ create table a\n  (b text default 'x  --y');\n;select $body$ -- Why.\n1 $body$"
    expect(compareMigrations([one], [{ ...one, sql: other }])).toEqual([])
    expect(compareMigrations([one], [{ ...one, sql: one.sql.replace('x  ', 'x ') }])).toHaveLength(1)
  })

  const recordedAs = (sql: string) => [one, { ...two, sql }]
  it.each([
    ['lacks 20260101000002_two', [one, two], [one]],
    ["a different 20260101000002_two: 'select 3' where the file has 'select 2'", [one, two], recordedAs('select 3')],
    ["a different 20260101000002_two: nothing where the file has 'select 2'", [one, two], recordedAs('')],
    [
      "a different 20260101000002_two: 'select 4' where the file has nothing",
      [one, two],
      recordedAs('select 2;select 4'),
    ],
    ["run 20260101000002_two, which isn't in supabase/migrations", [one], [one, two]],
  ])('the migration check reports "%s"', (said, folder, recorded) => {
    expect(compareMigrations(folder, recorded)).toEqual([expect.stringContaining(said)])
  })

  it('the smoke test queries a function of every migration that creates one', () => {
    const without = readMigrations(process.cwd()).filter(({ name, sql }) => {
      const [asked] = DATABASE_FUNCTIONS[name] ?? []
      return sql.includes('create function public.') && !sql.includes(`create function public.${asked}(`)
    })
    expect(without.map(({ name }) => name)).toEqual([])
  })
})
