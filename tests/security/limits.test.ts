import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { postJson, send } from '../support/backend-http.ts'
import { callAs, createSignedInUser, createUser, signIn, sortStatuses } from '../support/backend-users.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ authLimits: true })
})
afterAll(() => server.stop())

test('password guesses are limited to thirty per IP address without locking out the owner', async () => {
  const { email, password } = await createUser(server, 'guessed')
  const headers = { apikey: server.publishableKey }
  const signIn = (guess: string, from: string) =>
    postJson(`${server.url}/auth/v1/token?grant_type=password`, { email, password: guess }, { from, headers })
  const guesses = await Promise.all(Array.from({ length: 45 }, (_, index) => signIn(`guess-${index}`, '127.3.2.1')))
  expect(sortStatuses(guesses)).toEqual([...Array(30).fill(400), ...Array(15).fill(429)])
  expect(await signIn(password, '127.3.2.2')).toMatchObject({ status: 200 })
})

test('guesses of the current password in a session are limited like sign-in attempts', async () => {
  const { token } = await createSignedInUser(server, 'laptop')
  const body = JSON.stringify({ password: 'a-new-password', current_password: 'a-guess' })
  const headers = {
    apikey: server.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  const change = () => send(`${server.url}/auth/v1/user`, { method: 'PUT', body, headers, from: '127.3.2.4' })
  const guesses = await Promise.all(Array.from({ length: 35 }, change))
  expect(sortStatuses(guesses)).toEqual([...Array(30).fill(400), ...Array(5).fill(429)])
})

test('a banned account is refused with its password, session and refresh token', async () => {
  const { id, email, password } = await createUser(server, 'banned')
  const signIn = (grant: string, body: object) =>
    callAs(server, 'visitor', `/auth/v1/token?grant_type=${grant}`, { method: 'POST', body })
  const { body } = await signIn('password', { email, password })
  const { access_token: token, refresh_token } = body as Record<'access_token' | 'refresh_token', string>
  await server.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [id])
  for (const answer of [
    await signIn('password', { email, password }),
    await signIn('refresh_token', { refresh_token }),
    await callAs(server, { token }, '/auth/v1/user'),
  ])
    expect(answer.body).toMatchObject({ error_code: 'user_banned' })
})

test('a password longer than 72 bytes is refused, and the old one remains', async () => {
  const member = await createSignedInUser(server, 'long-winded')
  for (const password of ['x'.repeat(73), 'ü'.repeat(37)])
    expect(await callAs(server, member, '/auth/v1/user', { method: 'PUT', body: { password } })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    })
  await signIn(server, member)
})
