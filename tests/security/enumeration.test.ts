import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAttempts } from '../support/attempts.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { type HttpAnswer, postJson } from '../support/backend-http.ts'
import { callAs, createUser } from '../support/backend-users.ts'
import { TEST_COMPANY } from '../support/company.ts'

const attempt = countAttempts('enumeration')
let server: TestServer
let from = ''
let number = 0

beforeAll(async () => {
  server = await startTestServer()
  await createUser(server, 'known', { role: 'admin' })
  const body = { email: 'unconfirmed@example.com', password: 'unconfirmed-password', email_confirm: false }
  await callAs(server, 'service', '/auth/v1/admin/users', { method: 'POST', body })
  const banned = await createUser(server, 'banned')
  await callAs(server, 'service', `/auth/v1/admin/users/${banned.id}`, { method: 'PUT', body: { ban_duration: '9h' } })
})
afterAll(() => server.stop())

const BANNED = 'banned@example.com'
const KNOWN = ['known@example.com', 'KNOWN@example.com', 'unconfirmed@example.com', BANNED]
const unknown = () => `nobody${++number}@example.com`

const post = (path: string, body: object) => {
  // Every attempt from an IP address of its own: the limits are another test's.
  from = `127.1.${Math.floor(++number / 250)}.${(number % 250) + 1}`
  return postJson(`${server.url}${path}`, body, { from, headers: { apikey: server.publishableKey } })
}
/** All a caller sees, less what changes with every answer. */
const seen = ({ status, headers, text }: HttpAnswer) => {
  const { date: _, ...rest } = headers
  return JSON.stringify({ status, headers: rest, text })
}

const WAYS: [name: string, path: string, body: (email: string) => object][] = [
  ['signing in', '/auth/v1/token?grant_type=password', (email) => ({ email, password: 'a-wrong-password' })],
  ['signing in with a short password', '/auth/v1/token?grant_type=password', (email) => ({ email, password: 'x' })],
  ['signing in without a password', '/auth/v1/token?grant_type=password', (email) => ({ email })],
  ['resetting the password', '/auth/v1/recover', (email) => ({ email })],
  ['verifying a recovery', '/auth/v1/verify', (email) => ({ email, type: 'recovery', token: '000000' })],
  ['verifying a one-time password', '/auth/v1/verify', (email) => ({ email, type: 'email', token: '000000' })],
  ['asking for a one-time password', '/auth/v1/otp', (email) => ({ email, create_user: false })],
  ['asking for a link to sign in', '/auth/v1/magiclink', (email) => ({ email })],
  ['signing up', '/auth/v1/signup', (email) => ({ email, password: 'a-new-password' })],
  ['sending a change of e-mail address again', '/auth/v1/resend', (email) => ({ email, type: 'email_change' })],
  ['setting up', '/functions/v1/auth-admin/admin/users', (email) => ({ email, password: 'a-new-password' })],
]

test.each(WAYS)('%s answers the same for every e-mail address', async (name, path, body) => {
  const expected = seen(await post(path, body(unknown())))
  // The auth server says that an account is banned before it compares a password: accepted, docs/security.md says why.
  const concealed = path.endsWith('=password') ? KNOWN.filter((email) => email !== BANNED) : KNOWN
  for (const email of concealed) {
    // Within a minute of the last e-mail, an account is told to wait: accepted, docs/security.md says why.
    await server.sql('update auth.users set recovery_sent_at = null')
    const answer = seen(await post(path, body(email)))
    attempt(`${name} tells ${email}: ${answer} instead of ${expected}`, answer !== expected)
  }
})

test('setting up does not tell either while there is no administrator', async () => {
  const fresh = await startTestServer()
  await createUser(fresh, 'known')
  const setUp = (email: string) =>
    postJson(`${fresh.url}/functions/v1/auth-admin/admin/users`, { email, password: 'a-new-password' })
  const expected = seen(await setUp('nobody@example.com'))
  attempt('set-up tells a known e-mail address', seen(await setUp('known@example.com')) !== expected)
  expect((await setUp(TEST_COMPANY.admin)).status).toBe(200)
  await fresh.stop()
})

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

test.each([
  ['signing in', WAYS[0], 9],
  ['resetting the password', WAYS[3], 4],
] as const)('%s takes as long for every e-mail address', async (name, way, rounds) => {
  const [, path = '', body = () => ({})] = way ?? []
  const times: Record<string, number[]> = { known: [], unconfirmed: [], nobody: [] }
  // In turn, so that a slow moment of the machine meets all of them.
  for (let round = 0; round <= rounds; round++)
    for (const who of Object.keys(times)) {
      const started = performance.now()
      await post(path, body(who === 'nobody' ? unknown() : `${who}@example.com`))
      if (round > 0) times[who]?.push(performance.now() - started)
    }
  const nobody = median(times.nobody ?? [])
  for (const who of ['known', 'unconfirmed']) {
    const ratio = median(times[who] ?? []) / nobody
    attempt(`${name} tells ${who} by its time: ${ratio.toFixed(2)}`, ratio > 1.5 || ratio < 0.67)
  }
})
