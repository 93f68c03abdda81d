import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, createUser, signIn, type TestUser } from '../support/backend-users.ts'

let backend: TestBackend
let user: TestUser

beforeAll(async () => {
  backend = await createTestBackend({ siteUrl: 'http://site.test' })
  user = await createUser(backend, 'forgetful', { role: 'admin' })
})
afterAll(() => backend.stop())

// As if a minute had passed since this account asked before.
const later = (email: string) =>
  backend.sql(`update auth.users set recovery_sent_at = recovery_sent_at - interval '1 minute' where email = $1`, [
    email,
  ])

const recover = async (email: string, redirectTo: string) => {
  await later(email)
  const before = backend.mails().length
  const path = `/auth/v1/recover?redirect_to=${encodeURIComponent(redirectTo)}`
  expect(await callAs(backend, 'visitor', path, { method: 'POST', body: { email } })).toMatchObject({ status: 200 })
  return backend.mails().slice(0, backend.mails().length - before)
}
const follow = async (link: string) => {
  const response = await backend.fetch(link, { redirect: 'manual' })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}
const linkIn = (text: string) => /https?:\/\/\S+/.exec(text)?.[0] ?? ''

test('the link in the e-mail leads to the reset page, works once, and the new password replaces the old', async () => {
  const [mail] = await recover(user.email, 'http://site.test/admin/reset-password')
  expect(mail?.to).toEqual([user.email])
  const target = await follow(linkIn(mail?.text ?? ''))
  expect(target.origin + target.pathname).toBe('http://site.test/admin/reset-password')
  const tokens = new URLSearchParams(target.hash.slice(1))
  expect(tokens.get('type')).toBe('recovery')

  const session = { token: tokens.get('access_token') ?? '' }
  const change = { method: 'PUT', body: { password: 'a-brand-new-password' } }
  expect(await callAs(backend, session, '/auth/v1/user', change)).toMatchObject({ status: 200 })
  await expect(signIn(backend, user)).rejects.toThrow('invalid_credentials')
  expect((await signIn(backend, { ...user, password: 'a-brand-new-password' })).token).not.toBe('')

  const again = await follow(linkIn(mail?.text ?? ''))
  expect(again.href).toContain('error_code=otp_expired')
})

test.each([
  'https://evil.example/admin/reset-password',
  'http://site.test:9999/admin/reset-password',
  'https://site.test/admin/reset-password',
  'http://site.test@evil.example/admin/reset-password',
  '//evil.example/admin/reset-password',
  'javascript:alert(1)',
  '/\\evil.example',
])('a link never leads to %s', async (elsewhere) => {
  const [mail] = await recover(user.email, elsewhere)
  const link = linkIn(mail?.text ?? '')
  expect(new URL(link).searchParams.get('redirect_to')).not.toBe(elsewhere)
  // Nor does one in which somebody has changed where it leads.
  const forged = new URL(link)
  forged.searchParams.set('redirect_to', elsewhere)
  expect((await follow(forged.href)).origin).toBe('http://site.test')
})

test('an unknown e-mail address gets no e-mail, and the answer does not tell', async () => {
  expect(await recover('nobody@example.com', 'http://site.test/admin/reset-password')).toEqual([])
})

test('asked twice within a minute, it sends one e-mail, and the wait is the one of supabase/config.toml', async () => {
  const { email } = await createUser(backend, 'impatient')
  const ask = () => callAs(backend, 'visitor', '/auth/v1/recover', { method: 'POST', body: { email } })
  expect(await ask()).toMatchObject({ status: 200 })
  expect(await ask()).toMatchObject({
    status: 429,
    body: { error_code: 'over_email_send_rate_limit', msg: expect.stringMatching(/after (59|60) seconds/) },
  })
  expect(backend.mails(email)).toHaveLength(1)
  await later(email)
  expect(await ask()).toMatchObject({ status: 200 })
  expect(backend.mails(email)).toHaveLength(2)
})

test('the e-mail is the one of supabase/templates', async () => {
  const { email } = await createUser(backend, 'reader')
  const [mail] = await recover(email, 'http://site.test/admin/reset-password')
  expect(mail?.subject).toBe('Choose a new password')
  expect(mail?.html).toContain(`a new password for ${email} at http://site.test.`)
  expect(mail?.html).not.toContain('{{')
})

test('visitors cannot sign up', async () => {
  const body = { email: 'visitor@example.com', password: 'visitor-password' }
  const answer = await callAs(backend, 'visitor', '/auth/v1/signup', { method: 'POST', body })
  expect(answer).toMatchObject({ status: 422, body: { error_code: 'signup_disabled' } })
})

describe('while sign-up is off', () => {
  const ask = (path: string, body: object) => callAs(backend, 'visitor', path, { method: 'POST', body })
  const accounts = () => backend.sql('select id from auth.users')

  test.each([
    ['/auth/v1/otp', { create_user: true }],
    ['/auth/v1/otp', {}],
    ['/auth/v1/otp', { options: { shouldCreateUser: true } }],
    ['/auth/v1/%6ftp', { create_user: true }],
    ['/auth/v1/otp/', { create_user: true }],
    ['/auth/v1//otp', { create_user: true }],
    ['/auth/v1/magiclink', {}],
    ['/auth/v1/signup', { password: 'visitor-password' }],
    ['/auth/v1/signup', { email: undefined, data: {} }],
    ['/auth/v1/invite', {}],
    ['/auth/v1/sso', { domain: 'example.com' }],
    ['/auth/v1/token?grant_type=id_token', { provider: 'google', id_token: 'x' }],
    ['/auth/v1/resend', { type: 'signup' }],
    ['/auth/v1/recover', {}],
  ])('%s makes no account of a stranger: %j', async (path, body) => {
    const before = await accounts()
    const mails = backend.mails().length
    await ask(path, { email: 'stranger@example.com', ...body })
    expect(await accounts()).toEqual(before)
    expect(backend.mails()).toHaveLength(mails)
  })

  test.each(['otp', 'magiclink'])(
    '%s signs nobody in, and does not tell which e-mail addresses are known',
    async (path) => {
      const { email } = await createUser(backend, `known-${path}`)
      const answers = await Promise.all(
        [email, 'stranger@example.com'].map((email) => ask(`/auth/v1/${path}`, { email })),
      )
      for (const answer of answers)
        expect(answer).toMatchObject({
          status: 422,
          body: { error_code: 'otp_disabled', msg: 'Signups not allowed for otp' },
        })
      expect(backend.mails(email)).toEqual([])
    },
  )

  test.each(['', '[]', '{"email":'])('the body %j is refused and not a fault', async (body) => {
    const headers = { apikey: backend.publishableKey, 'content-type': 'application/json' }
    const { status } = await backend.fetch('/auth/v1/otp', { method: 'POST', headers, body })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })
})

test('while sign-up is on, a one-time password makes the account', async () => {
  const open = await createTestBackend({ signUp: true })
  const body = { email: 'welcome@example.com', create_user: true }
  expect(await callAs(open, 'visitor', '/auth/v1/otp', { method: 'POST', body })).toMatchObject({ status: 200 })
  expect(await open.sql('select email from auth.users')).toEqual([{ email: body.email }])
  await open.stop()
})

test('a password shorter than ten characters is refused', async () => {
  const body = { password: 'nine-char' }
  const session = await signIn(backend, await createUser(backend, 'short-of-words'))
  const answer = await callAs(backend, session, '/auth/v1/user', { method: 'PUT', body })
  expect(answer).toMatchObject({ status: 422, body: { error_code: 'weak_password' } })
})

test('the functions answer in this process too, at paths relative to the site', async () => {
  const body = JSON.stringify({ name: 'Ann', location: 'NW3', text: 'Good', email: 'ann@example.com' })
  const response = await backend.fetch('/api/submit-testimonial', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  expect(await response.json()).toMatchObject({ ok: true })
  expect(await backend.sql('select name, status from reviews')).toEqual([{ name: 'Ann', status: 'pending' }])
  expect(backend.mails()[0]?.subject).toBe('New testimonial from Ann')
})
