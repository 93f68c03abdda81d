import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthLimits } from '../../supabase/local/auth-limits.ts'
import { readProjectConfig } from '../../supabase/local/project-config.ts'
import { countAttempts } from '../support/attempts.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { postJson, send } from '../support/backend-http.ts'
import { callAs, createUser, signedIn } from '../support/backend-users.ts'

// What the hosted auth server lets an IP address ask at once.
const BURST = 30

const attempt = countAttempts('sign-in')
const rates = readProjectConfig(process.cwd()).auth.rate_limit
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ authLimits: true })
})
afterAll(() => server.stop())

const auth = (path: string, body: unknown, from = '127.0.6.1') =>
  postJson(`${server.url}/auth/v1/${path}`, body, { from, headers: { apikey: server.publishableKey } })
const byPassword = (email: string, password: string, from: string) =>
  auth('token?grant_type=password', { email, password }, from)
const linkIn = (email: string) => /https?:\/\/\S+/.exec(server.mails(email)[0]?.text ?? '')?.[0] ?? ''

type Answer = { status: number; json: unknown }

/** Asks more often at once than is allowed; what was not refused must be no more than fits the bucket. */
const exhaust = async (what: string, rate: number, ask: (index: number) => Promise<Answer>): Promise<Answer[]> => {
  const started = performance.now()
  const answers = await Promise.all(Array.from({ length: BURST + 15 }, (_, index) => ask(index)))
  const refilled = Math.ceil(((performance.now() - started) * rate) / 300_000)
  const judged = answers.filter(({ status }) => status !== 429).length
  attempt(`${judged} times at once: ${what}`, judged > BURST + refilled)
  for (const { status } of answers) attempt(what, status < 300)
  expect(judged).toBeGreaterThanOrEqual(BURST)
  return answers
}

describe('guessing is slowed down after thirty attempts from one IP address:', () => {
  test('passwords, whatever account they are for, in the words of the hosted server', async () => {
    const { email, password } = await createUser(server, 'guessed')
    const answers = await exhaust('a guessed password', rates.token_refresh, (index) =>
      byPassword(index % 2 ? email : `nobody${index}@example.com`, `guess-${index}`, '127.0.6.2'),
    )
    expect(answers.find(({ status }) => status === 429)?.json).toEqual({
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: 'Request rate limit reached',
    })
    // Somebody else's attempts do not lock the owner out.
    expect((await byPassword(email, password, '127.0.6.3')).status).toBe(200)
  })

  test('passwords and refresh tokens together, however the call is spelt', async () => {
    const { email } = await createUser(server, 'spelt')
    const spellings = [
      'token?grant%5Ftype=refresh_token&grant_type=password',
      'token?grant_type=password&grant_type=refresh_token',
      'token?grant_type=refresh_token',
      'token/?grant_type=password',
      '/token?grant_type=password',
      '%74oken?grant_type=password',
    ]
    await exhaust('a guess in another spelling', rates.token_refresh, (index) => {
      const body = { email, password: `guess-${index}`, refresh_token: `guess-${index}` }
      return auth(spellings[index % spellings.length] ?? '', body, '127.0.6.7')
    })
  })

  test('one-time passwords', async () => {
    await exhaust('a guessed one-time password', rates.token_verifications, (index) => {
      const body = { type: 'recovery', email: `x${index}@example.com`, token: String(index).padStart(10, '0') }
      return auth('verify', body, '127.0.6.4')
    })
  })

  test('new passwords, with a stolen session', async () => {
    const { token } = await signedIn(server, 'own')
    const headers = { apikey: server.publishableKey, authorization: `Bearer ${token}` }
    await exhaust('a changed account', rates.sign_in_sign_ups, (index) =>
      send(`${server.url}/auth/v1/user`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ password: `no${index}` }),
        from: '127.0.6.9',
      }),
    )
  })

  test('the buckets are those of supabase/config.toml, and fill again', () => {
    let now = 0
    const limits = createAuthLimits(rates, () => now)
    const allowed = (path: string, times: number) =>
      Array.from({ length: times }, () => limits.allows('POST', path, '1')).filter(Boolean).length
    for (const [path, rate] of [
      ['token', rates.token_refresh],
      ['verify', rates.token_verifications],
      ['recover', rates.sign_in_sign_ups],
    ] as const) {
      expect(allowed(path, BURST + 5)).toBe(BURST)
      expect(limits.allows('POST', path, '2')).toBe(true)
      now += (300_000 / rate) * 3
      expect(allowed(path, 10)).toBe(3)
    }
    expect(Array.from({ length: 200 }, () => limits.allowsMail()).filter(Boolean)).toHaveLength(rates.email_sent)
    now += 3_600_000 / rates.email_sent
    expect([limits.allowsMail(), limits.allowsMail()]).toEqual([true, false])
  })
})

test('a banned user is let in by no way, out of what was open, and back when the ban is lifted', async () => {
  const user = await signedIn(server, 'banned')
  const from = '127.0.6.10'
  const { refresh_token } = (await byPassword(user.email, user.password, from)).json as { refresh_token: string }
  await auth('recover', { email: user.email }, from)
  const link = linkIn(user.email).replace('localhost', '127.0.0.1')
  const ban = (ban_duration: string) =>
    callAs(server, 'service', `/auth/v1/admin/users/${user.id}`, { method: 'PUT', body: { ban_duration } })
  await ban('1h')

  // The hosted server says so before it compares the password.
  for (const password of [user.password, 'wrong-password']) {
    const answer = await byPassword(user.email, password, from)
    attempt('a banned user signed in', answer.status === 200)
    expect(answer).toMatchObject({ status: 400, json: { error_code: 'user_banned', msg: 'User is banned' } })
  }
  const refreshed = await auth('token?grant_type=refresh_token', { refresh_token }, from)
  attempt('a banned user refreshed a session', refreshed.status === 200)
  expect(refreshed).toMatchObject({
    status: 400,
    json: { error_code: 'user_banned', msg: 'Invalid Refresh Token: User Banned' },
  })
  const followed = await send(link, { from })
  attempt('a banned user followed a link', /access_token/.test(followed.text + followed.headers.location))
  expect(followed.headers.location).toMatch(/#error=access_denied&error_code=user_banned&error_description=User/)
  for (const [path, method, body] of [
    ['/auth/v1/user', 'GET', undefined],
    ['/auth/v1/user', 'PUT', { data: { note: 'x' } }],
    ['/auth/v1/reauthenticate', 'GET', undefined],
    ['/auth/v1/logout', 'POST', {}],
  ] as const) {
    const { status, body: answer } = await callAs(server, user, path, { method, ...(body && { body }) })
    attempt(`a banned user at ${path}`, status < 400)
    expect(answer).toMatchObject({ code: 403, error_code: 'user_banned' })
  }

  await ban('none')
  expect((await byPassword(user.email, user.password, from)).status).toBe(200)
  expect((await auth('token?grant_type=refresh_token', { refresh_token }, from)).status).toBe(200)
})

test('a changed password ends every other session, and its owner is told', async () => {
  const user = await signedIn(server, 'changing')
  const from = '127.0.6.11'
  const other = (await byPassword(user.email, user.password, from)).json as { refresh_token: string }
  const answer = await callAs(server, user, '/auth/v1/user', {
    method: 'PUT',
    body: { password: 'another-password-of-theirs' },
  })
  expect(answer.status).toBe(200)
  const refreshed = await auth('token?grant_type=refresh_token', other, from)
  attempt('a session outlived the password', refreshed.status === 200)
  expect((await callAs(server, user, '/auth/v1/user')).status).toBe(200)
  expect(server.mails(user.email)[0]).toMatchObject({
    subject: 'Your password has been changed',
    html: expect.stringContaining(user.email),
  })
})

test('a password is taken as it is: 64 signs of any kind, each of which counts, and stored as a slow hash', async () => {
  const user = await signedIn(server, 'long-password')
  const password = 'aA ~'.repeat(16)
  const set = (to: string) => callAs(server, user, '/auth/v1/user', { method: 'PUT', body: { password: to } })
  expect((await set(password)).status).toBe(200)
  for (const near of [password.toLowerCase(), password.trim(), password.slice(0, -1), password.replace(/~$/, '!')])
    attempt(`${near} signs in`, near !== password && (await byPassword(user.email, near, '127.0.6.12')).status === 200)
  expect((await byPassword(user.email, password, '127.0.6.12')).status).toBe(200)
  expect((await set('x'.repeat(73))).status).toBe(400)
  const [row] = await server.sql<{ hash: string }>('select encrypted_password as hash from auth.users where id = $1', [
    user.id,
  ])
  expect(row?.hash).toMatch(/^\$2[aby]\$1\d\$/)
})
