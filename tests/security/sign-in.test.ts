import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ATTEMPT_LIMITS, createAttempts } from '../../supabase/local/auth-attempts.ts'
import { countAttempts } from '../support/attempts.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { postJson, send } from '../support/backend-http.ts'
import { callAs, createUser, signedIn } from '../support/backend-users.ts'

const attempt = countAttempts('sign-in')
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const auth = (path: string, body: unknown, from = '127.0.6.1') =>
  postJson(`${server.url}/auth/v1/${path}`, body, { from, headers: { apikey: server.publishableKey } })
const byPassword = (email: string, password: string, from: string) =>
  auth('token?grant_type=password', { email, password }, from)

describe('guessing', () => {
  test('a password is refused after ten failures, at once too, and in the words of the auth server', async () => {
    const { email, password } = await createUser(server, 'guessed')
    const spellings = [email, email.toUpperCase()]
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => byPassword(spellings[index % 2] ?? '', `guess-${index}`, '127.0.6.2')),
    )
    const judged = answers.filter(({ status }) => status === 400)
    for (const { status } of answers) attempt('a guess got in', status === 200)
    expect(judged).toHaveLength(ATTEMPT_LIMITS.account)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.json).toEqual({
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: 'Request rate limit reached',
    })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(200)
    for (const path of ['token/?grant_type=password', '/token?grant_type=password', '%74oken?grant_type=password'])
      attempt(`around the limit by ${path}`, (await auth(path, { email, password }, '127.0.6.2')).status < 400)
    // Somebody else's failures do not lock the owner out.
    expect((await byPassword(email, password, '127.0.6.3')).status).toBe(200)
  })

  test('a password is counted however the call is spelt', async () => {
    const { email } = await createUser(server, 'spelt')
    const spellings = [
      'token?grant%5Ftype=refresh_token&grant_type=password',
      'token?grant_type=password&grant_type=refresh_token',
      'token?grant_type=password&grant%5Ftype=refresh_token',
      'token?%67rant_type=refresh_token&grant_type=password',
    ]
    let judged = 0
    for (let index = 0; index < ATTEMPT_LIMITS.account * 4; index++) {
      const path = spellings[index % spellings.length] ?? ''
      const { status, text } = await auth(path, { email, password: `guess-${index}` }, '127.0.6.7')
      if (text.includes('invalid_credentials')) judged += 1
      attempt(`a guess by ${path} beyond the limit was judged`, judged > ATTEMPT_LIMITS.account || status === 200)
    }
    expect(judged).toBe(ATTEMPT_LIMITS.account)
  })

  test('many accounts from one IP address is refused as well', async () => {
    const statuses: number[] = []
    for (let index = 0; index <= ATTEMPT_LIMITS.ip; index++)
      statuses.push(
        (await auth('verify', { type: 'recovery', email: `x${index}@example.com`, token: '123456' }, '127.0.6.4'))
          .status,
      )
    for (const status of statuses) attempt('a one-time password was guessed', status < 400)
    expect(statuses.at(-1)).toBe(429)
  })

  test('by old links locks no new one', async () => {
    const follow = (token: string) =>
      send(`${server.url}/auth/v1/verify?type=recovery&token=${token}`, { from: '127.0.6.6' })
    for (let index = 0; index < ATTEMPT_LIMITS.account + 2; index++)
      attempt('an old link signs in', /access_token/.test((await follow(`old-${index}`)).headers.location ?? ''))
    const { email } = await createUser(server, 'many-links')
    await auth('recover', { email }, '127.0.6.6')
    const link = /http\S+/.exec((await server.mails(email))[0]?.text ?? '')?.[0] ?? ''
    expect((await send(link, { from: '127.0.6.6' })).headers.location).toContain('access_token')
  })

  test('a one-time password is refused after ten failures', async () => {
    const { email } = await createUser(server, 'otp-guessed')
    await auth('recover', { email })
    for (let index = 0; index < 12; index++) {
      const body = { type: 'recovery', email, token: String(index).padStart(6, '0') }
      const { status } = await auth('verify', body, '127.0.6.5')
      attempt('a one-time password was guessed', index < 10 ? status < 400 : status !== 429)
    }
  })

  test('successes are never counted', async () => {
    const { email, password } = await createUser(server, 'often')
    for (let time = 0; time < 15; time++) expect((await byPassword(email, password, '127.0.6.6')).status).toBe(200)
  })

  test('is allowed again after five minutes, and what is old is forgotten', () => {
    let now = 0
    const attempts = createAttempts(() => now)
    for (let time = 0; time < ATTEMPT_LIMITS.account; time++) attempts.fail('1', 'a@b.example')
    expect(attempts.wait('1', 'A@b.example')).toBe(300)
    expect(attempts.wait('2', 'a@b.example')).toBe(0)
    expect(attempts.wait('1', 'other@b.example')).toBe(0)
    now = 300_000
    expect(attempts.wait('1', 'a@b.example')).toBe(0)
  })
})

test('a banned user is let in by no way, and out of what was open', async () => {
  const user = await signedIn(server, 'banned')
  const session = await byPassword(user.email, user.password, '127.0.6.7')
  const { refresh_token } = session.json as { refresh_token: string }
  await auth('recover', { email: user.email })
  const link = /https?:\/\/\S+/.exec(server.mails(user.email)[0]?.text ?? '')?.[0] ?? ''
  await callAs(server, 'service', `/auth/v1/admin/users/${user.id}`, { method: 'PUT', body: { ban_duration: '1h' } })

  for (const answer of [
    await auth('token?grant_type=refresh_token', { refresh_token }, '127.0.6.7'),
    await byPassword(user.email, user.password, '127.0.6.7'),
    await send(link.replace('localhost', '127.0.0.1')),
  ]) {
    attempt(
      'a banned user got a token',
      answer.status === 200 || /access_token/.test(answer.text + answer.headers.location),
    )
    expect(answer).toMatchObject({ json: { error_code: 'user_banned' } })
  }
  const body = { data: { note: 'x' } }
  for (const [path, method] of [
    ['/auth/v1/user', 'GET'],
    ['/auth/v1/user', 'PUT'],
    ['/auth/v1/reauthenticate', 'GET'],
  ] as const) {
    const { status } = await callAs(server, user, path, { method, ...(method === 'PUT' ? { body } : {}) })
    attempt(`a banned user at ${path}`, status < 400)
  }
  expect((await byPassword(user.email, 'wrong-password', '127.0.6.7')).json).toMatchObject({
    error_code: 'invalid_credentials',
  })
})
