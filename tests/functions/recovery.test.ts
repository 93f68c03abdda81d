import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, createUser, signIn, type TestUser } from '../support/backend-users.ts'

let backend: TestBackend
let user: TestUser

beforeAll(async () => {
  backend = await createTestBackend({ siteUrl: 'http://site.test' })
  user = await createUser(backend, 'forgetful', { role: 'admin' })
})
afterAll(() => backend.stop())

const recover = async (email: string, redirectTo: string) => {
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

test('a link never leads to a foreign site', async () => {
  const [mail] = await recover(user.email, 'https://evil.example/admin/reset-password')
  expect((await follow(linkIn(mail?.text ?? ''))).origin).toBe('http://site.test')
})

test('an unknown address gets no e-mail, and the answer does not tell', async () => {
  expect(await recover('nobody@example.com', 'http://site.test/admin/reset-password')).toEqual([])
})

test('visitors cannot sign up', async () => {
  const body = { email: 'visitor@example.com', password: 'visitor-password' }
  const answer = await callAs(backend, 'visitor', '/auth/v1/signup', { method: 'POST', body })
  expect(answer).toMatchObject({ status: 422, body: { error_code: 'signup_disabled' } })
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
