import ipaddr from 'ipaddr.js'
import { expect, test, vi } from 'vitest'
import { clientIp } from '../../supabase/functions/_shared/client-ip.ts'
import { readSettings, settingNames } from '../../supabase/functions/_shared/env.ts'

const environment = {
  SUPABASE_URL: 'https://abc.supabase.co',
  SUPABASE_PUBLISHABLE_KEYS: '{"other":"sb_publishable_other","default":"sb_publishable_a"}',
  SUPABASE_SECRET_KEYS: '{"server":"sb_secret_b"}',
  SITE_URL: 'https://www.testbau.example/',
  COMPANY_NAME: 'Testbau',
  COMPANY_PHONE: '020 7946 0000',
  COMPANY_EMAIL: 'office@testbau.example',
  FOUNDER_NAME: 'Terry Test',
  MAIL_FROM: 'no-reply@testbau.example',
  SMTP_HOST: 'smtp.example.com',
}

test("reads a hosted function's settings from environment variables, with defaults", () => {
  expect(readSettings(environment)).toMatchObject({
    publishableKey: 'sb_publishable_a',
    secretKey: 'sb_secret_b',
    siteUrl: 'https://www.testbau.example',
    mailTo: 'office@testbau.example',
    smtp: { port: 465, secure: true },
    recaptcha: { secret: '' },
    adminSetup: '',
    passwordChangeRequired: true,
    deployHookUrl: '',
    builds: { per_month: 0, quiet_minutes: 10, lost_minutes: 30 },
  })
  // Other ports start without TLS.
  expect(readSettings({ ...environment, SMTP_PORT: '2525' }).smtp).toMatchObject({ port: 2525, secure: false })
})

const optional = settingNames.filter((name) => !(name in environment))
test.each(['', ' '])('treats an empty setting (%j) as unset', (empty) => {
  expect(optional).toContain('RECAPTCHA_VERIFY_URL')
  for (const name of optional)
    expect(readSettings({ ...environment, [name]: empty }), name).toEqual(readSettings(environment))
  for (const name of ['SITE_URL', 'SMTP_HOST'])
    expect(() => readSettings({ ...environment, [name]: empty })).toThrow(name)
})

test('falls back to the legacy variable names of the API keys', () => {
  const { SUPABASE_PUBLISHABLE_KEYS: _, SUPABASE_SECRET_KEYS: __, ...older } = environment
  const keys = { SUPABASE_ANON_KEY: 'anon', SUPABASE_SERVICE_ROLE_KEY: 'service' }
  expect(readSettings({ ...older, ...keys })).toMatchObject({ publishableKey: 'anon', secretKey: 'service' })
  expect(() => readSettings(older)).toThrow('no publishable key')
})

test.each([
  [{ SITE_URL: 'https://testbau.example' }, ['https://testbau.example', 'https://www.testbau.example']],
  [{ SITE_URL: 'https://www.a.example:8443/' }, ['https://www.a.example:8443', 'https://a.example:8443']],
  [{ SITE_URL: 'http://localhost:5173' }, ['http://localhost:5173']],
  [{ SITE_URL: 'http://127.0.0.1:5173' }, ['http://127.0.0.1:5173']],
  [{ SITE_URL: 'http://[::1]:5173' }, ['http://[::1]:5173']],
  [{ SITE_ORIGINS: 'https://b.example, https://c.example/x' }, ['https://b.example', 'https://c.example']],
])('with the settings %j, pages from %j may call the functions', (change, siteOrigins) => {
  expect(readSettings({ ...environment, ...change })).toMatchObject({ siteOrigins })
})

test('names every missing or invalid setting in one error', () => {
  const { SITE_URL: _, SMTP_HOST: __, ...short } = environment
  expect(() => readSettings({ ...short, MAIL_FROM: 'nobody' })).toThrow('SITE_URL, MAIL_FROM, SMTP_HOST')
})

const forged = { 'x-forwarded-for': '9.9.9.9', 'x-real-ip': '9.9.9.9', forwarded: 'for=9.9.9.9' }
test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  // Proxies append on the right.
  ['10.0.0.1, 9.9.9.9, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
  ['9.9.9.9, 203.0.113.7, 172.16.4.1, 100.64.0.9, 169.254.1.1, 192.168.0.1, ::1, fd12::1, fe80::1', '203.0.113.7'],
  ['9.9.9.9, 172.32.0.1', '172.32.0.1'],
  ['9.9.9.9, 100.128.0.1', '100.128.0.1'],
  ['9.9.9.9, 2001:db8:1:2::ffff, ::ffff:10.0.0.1', '2001:db8:1:2::/64'],
  ['10.9.9.9, 127.0.0.7', '127.0.0.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [' , ', 'unknown'],
  ['', 'unknown'],
  [{ ...forged, 'cf-connecting-ip': '203.0.113.7' }, '203.0.113.7'],
  [{ ...forged, 'cf-connecting-ip': '2001:db8:1:2::7' }, '2001:db8:1:2::/64'],
  [{ ...forged, 'x-forwarded-for': '9.9.9.9, 203.0.113.7' }, '203.0.113.7'],
])('a request from %j counts towards the rate limit of %s', (from, expected) => {
  const headers = typeof from === 'string' ? { 'x-forwarded-for': from } : from
  expect(clientIp(new Request('http://x', { headers }))).toBe(expected)
})

test('reads only the last few of thousands of forwarded IP addresses', () => {
  const read = vi.spyOn(ipaddr, 'isValid')
  expect(
    clientIp(new Request('http://x', { headers: { 'x-forwarded-for': `${'1,'.repeat(30_000)}203.0.113.7` } })),
  ).toBe('203.0.113.7')
  expect(read.mock.calls.length).toBeLessThan(100)
  read.mockRestore()
})
