import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAttempts } from '../support/attempts.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, createUser, type Identity, signedIn, signIn } from '../support/backend-users.ts'
import { claimsOf, forgeToken } from '../support/tokens.ts'

const attempt = countAttempts('escalation')
const USERS = '/functions/v1/auth-admin/admin/users'
let backend: TestBackend
let member: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  backend = await createTestBackend({ signUp: true })
  await createUser(backend, 'keeper', { role: 'admin' })
  await backend.sql(
    `insert into enquiries (kind, name, email, message) values ('contact', 'Ann', 'ann@example.com', 'Hi')`,
  )
  member = await signedIn(backend, 'member')
})
afterAll(() => backend.stop())

/** Whether this identity can do anything that only administrators and the server can. */
const isPowerful = async (who: Identity): Promise<boolean> => {
  const answers = await Promise.all([
    callAs(backend, who, '/rest/v1/rpc/is_admin', { method: 'POST', body: {} }),
    callAs(backend, who, '/rest/v1/enquiries?select=id'),
    callAs(backend, who, '/rest/v1/rpc/admin_exists', { method: 'POST', body: {} }),
    callAs(backend, who, '/auth/v1/admin/users'),
    callAs(backend, who, USERS),
  ])
  return answers.some(
    ({ status, body }) => status >= 500 || (status === 200 && body !== false && JSON.stringify(body) !== '[]'),
  )
}
/** Whether an answer calls the user anything but an ordinary one, in a place that anybody reads. */
const namesRole = (answer: unknown): boolean => {
  const { user = answer } = answer as { user?: unknown }
  const { role, app_metadata, user_metadata } = user as Record<string, Record<string, unknown> | undefined>
  return (
    (role !== undefined && String(role) !== 'authenticated') ||
    [app_metadata, user_metadata].some((data) => data?.role !== undefined)
  )
}

const CLAIMED = [
  { data: { role: 'admin' } },
  { app_metadata: { role: 'admin' } },
  { raw_app_meta_data: { role: 'admin' } },
  { user_metadata: { role: 'admin' } },
  { data: { role: 'admin', app_metadata: { role: 'admin' } } },
  { role: 'service_role' },
  { role: 'admin', aud: 'admin', is_super_admin: true },
  { data: JSON.parse('{"__proto__": {"role": "admin"}}') },
  { options: { data: { role: 'admin' } } },
  { banned_until: null, email_confirm: true, id: '00000000-0000-4000-8000-000000000000' },
]

test.each(CLAIMED)('signing up with %j gives no rights', async (claim) => {
  const email = `eve${CLAIMED.indexOf(claim)}@example.com`
  const body = { email, password: 'eve-password', ...claim }
  const answer = await callAs(backend, 'visitor', '/auth/v1/signup', { method: 'POST', body })
  const token = (answer.body as { access_token?: string }).access_token
  attempt(`sign-up with ${JSON.stringify(claim)}`, token !== undefined && (await isPowerful({ token })))
  attempt(`sign-up says so with ${JSON.stringify(claim)}`, namesRole(answer.body))
})

test.each(CLAIMED)('updating the own user with %j gives no rights', async (claim) => {
  const { body } = await callAs(backend, member, '/auth/v1/user', { method: 'PUT', body: claim })
  attempt(`update with ${JSON.stringify(claim)}`, await isPowerful(member))
  attempt(`update says so with ${JSON.stringify(claim)}`, namesRole(body))
})

test.each(CLAIMED)('inviting with %j gives no rights to a user without any', async (claim) => {
  const email = `invited${CLAIMED.indexOf(claim)}@example.com`
  for (const path of ['/functions/v1/auth-admin/invite', '/auth/v1/invite']) {
    const { status } = await callAs(backend, member, path, { method: 'POST', body: { email, ...claim } })
    attempt(`inviting at ${path} with ${JSON.stringify(claim)}: ${status}`, status !== 403)
  }
  attempt(`an e-mail for ${JSON.stringify(claim)}`, backend.mails(email).length > 0)
})

test.each([
  { app_metadata: { role: 'admin' } },
  { user_metadata: { role: 'admin' } },
  { data: { app_metadata: { role: 'admin' } } },
  { data: { role: 'service_role' } },
  { data: { role: ['admin'] } },
  { data: JSON.parse('{"__proto__": {"role": "admin"}}') },
  { role: 'admin', aud: 'admin', is_super_admin: true },
])('an administrator who invites with %j makes no other one by it', async (claim) => {
  const keeper = await signIn(backend, { email: 'keeper@example.com', password: 'keeper-password' })
  const email = `guest${JSON.stringify(claim).length}@example.com`
  const call = { method: 'POST', body: { email, ...claim } }
  const { body } = await callAs(backend, keeper, '/functions/v1/auth-admin/invite', call)
  attempt(`invitation with ${JSON.stringify(claim)}`, namesRole(body))
  const sql = `select 1 from auth.users where email = $1 and (raw_app_meta_data || raw_user_meta_data) ? 'role'`
  attempt(`the role of ${JSON.stringify(claim)}`, (await backend.sql(sql, [email])).length > 0)
})

test('nobody signs up with a claim while sign-up is off', async () => {
  const closed = await createTestBackend()
  for (const claim of CLAIMED) {
    const body = { email: 'eve@example.com', password: 'eve-password', ...claim }
    const { status } = await callAs(closed, 'visitor', '/auth/v1/signup', { method: 'POST', body })
    attempt(`sign-up while closed with ${JSON.stringify(claim)}`, status < 400 || status >= 500)
  }
  await closed.stop()
})

const forgeries = (claims: Record<string, unknown>, now: number): Record<string, string> => {
  const key = 'jwt-secret-for-tests-only-jwt-secret-for-tests-only'
  const [header, payload, signature] = member.token.split('.')
  const service = { ...claims, role: 'service_role' }
  const swapped = Buffer.from(JSON.stringify(service)).toString('base64url')
  return {
    'another key': forgeToken(service, 'another-key'),
    'an empty key in the header': forgeToken(service, 'x', {
      alg: 'HS256',
      jwk: { kty: 'oct', k: 'eA' },
      kid: '../../dev/null',
    }),
    'alg none, unsigned': forgeToken(service, '', { alg: 'none' }),
    'alg None, unsigned': forgeToken(service, '', { alg: 'None', typ: 'JWT' }),
    'alg none with a signature': `${forgeToken(service, '', { alg: 'none' })}${signature}`,
    'no alg': forgeToken(service, key, {}),
    'alg HS512 under an HS256 signature': forgeToken(service, key, { alg: 'HS512' }),
    'alg RS256 with our key': forgeToken(service, key, { alg: 'RS256' }),
    'critical header': forgeToken(claims, key, { alg: 'HS256', crit: ['x'], x: 1 }),
    expired: forgeToken({ ...claims, exp: now - 60 }, key),
    'not yet valid': forgeToken({ ...claims, nbf: now + 600 }, key),
    'claims swapped': `${header}.${swapped}.${signature}`,
    'signature cut': member.token.slice(0, -2),
    'signature missing': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'four parts': `${member.token}.x`,
    nonsense: 'nonsense',
    'the secret key as bearer': backend.secretKey,
  }
}

test('no forged or worn-out token is taken, nor for a visitor', async () => {
  const all = forgeries(claimsOf(member.token), Math.floor(Date.now() / 1_000))
  for (const [name, token] of Object.entries(all))
    for (const path of [
      '/rest/v1/rpc/approved_reviews',
      '/rest/v1/enquiries?select=id',
      '/rest/v1/rpc/is_admin',
      '/auth/v1/user',
    ]) {
      const { status } = await callAs(backend, { token }, path)
      attempt(`${name} at ${path}: ${status}`, ![401, 403].includes(status))
      if (path.startsWith('/rest')) expect.soft(status, `${name} at ${path}`).toBe(401)
    }
})

test('a key in the wrong place gives no rights', async () => {
  for (const headers of [
    { apikey: backend.publishableKey, authorization: `Bearer ${backend.publishableKey}` },
    { apikey: backend.publishableKey, authorization: `Basic ${backend.secretKey}` },
    { apikey: member.token, authorization: `Bearer ${member.token}` },
    { apikey: `${backend.secretKey} x`, authorization: '' },
    { apikey: '', authorization: `Bearer ${backend.secretKey}` },
    { apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` },
  ])
    for (const path of ['/rest/v1/enquiries?select=id', '/auth/v1/admin/users', USERS, '/rest/v1/rpc/admin_exists']) {
      const { status } = await backend.fetch(path, { headers })
      attempt(`${JSON.stringify(headers)} at ${path}: ${status}`, ![401, 403, 404].includes(status))
    }
})
