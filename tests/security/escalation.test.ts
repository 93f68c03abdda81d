import { afterAll, beforeAll, expect, test } from 'vitest'
import { SETUP_RATE } from '../../supabase/functions/_shared/contract/auth-admin.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, createUser, type Identity } from '../support/backend-users.ts'
import { TEST_COMPANY } from '../support/company.ts'
import { createTestUsers } from '../support/test-users.ts'
import { decodeClaims, forgeToken } from '../support/tokens.ts'

const USERS = '/functions/v1/auth-admin/admin/users'
const KEY = 'jwt-secret-for-tests-only-jwt-secret-for-tests-only'
let backend: TestBackend
let people: Awaited<ReturnType<typeof createTestUsers>>

beforeAll(async () => {
  backend = await createTestBackend({ signUp: true })
  await backend.sql(
    `insert into enquiries (kind, name, email, message) values ('contact', 'Ann', 'ann@example.com', 'Hi')`,
  )
  people = await createTestUsers(backend)
})
afterAll(() => backend.stop())

const POWERS = ['/rest/v1/enquiries?select=id', '/rest/v1/rpc/admin_exists', '/auth/v1/admin/users', USERS]

const expectPowerless = async (who: Identity) => {
  expect(await callAs(backend, who, '/rest/v1/rpc/is_admin')).toMatchObject({ status: 200, body: false })
  const answers = await Promise.all(POWERS.map((path) => callAs(backend, who, path)))
  expect(answers).toMatchObject([{ status: 200, body: [] }, { status: 403 }, { status: 403 }, { status: 403 }])
}
/** Expects every stored copy of the role to be an ordinary user's. */
const expectOrdinary = async (email: string) =>
  expect(
    await backend.sql(
      `select role, raw_app_meta_data ->> 'role' as app, raw_user_meta_data ->> 'role' as own
       from auth.users where email = $1`,
      [email],
    ),
  ).toEqual([{ role: 'authenticated', app: null, own: null }])

test.each([
  { data: { role: 'admin' } },
  { app_metadata: { role: 'admin' } },
  { raw_app_meta_data: { role: 'admin' } },
  { user_metadata: { role: 'admin' } },
  { data: { role: 'admin', app_metadata: { role: 'admin' } } },
  { role: 'service_role', aud: 'admin', is_super_admin: true },
  { data: JSON.parse('{"__proto__": {"role": "admin"}}') },
  { options: { data: { role: 'admin' } } },
  { aal: 'aal2', factor_id: null, data: { aal: 'aal2' }, app_metadata: { aal: 'aal2' }, factors: [] },
  { banned_until: null, email_confirm: true, id: '00000000-0000-4000-8000-000000000000' },
])('the claim %j grants no rights on sign-up, profile update or invitation', async (claim) => {
  const email = `eve${JSON.stringify(claim).length}@example.com`
  const body = { email, password: 'eve-password', ...claim }
  const signedUp = await callAs(backend, 'visitor', '/auth/v1/signup', { method: 'POST', body })
  await expectPowerless({ token: (signedUp.body as { access_token: string }).access_token })
  await expectOrdinary(email)

  for (const who of people.outsiders) {
    await callAs(backend, who, '/auth/v1/user', { method: 'PUT', body: claim })
    await expectPowerless(who)
    for (const path of ['/functions/v1/auth-admin/invite', '/auth/v1/invite'])
      expect(await callAs(backend, who, path, { method: 'POST', body })).toMatchObject({ status: 403 })
  }
  for (const { email } of [people.member, people.former]) await expectOrdinary(email)
  expect(backend.mails(email)).toEqual([])
})

test('forged and expired tokens are refused', async () => {
  const claims = decodeClaims(people.admin.token)
  const service = { ...claims, role: 'service_role' }
  const now = Math.floor(Date.now() / 1_000)
  const [header, payload, signature] = people.admin.token.split('.')
  const swapped = Buffer.from(JSON.stringify(service)).toString('base64url')
  const forgeries = {
    'another key': forgeToken(claims, 'another-key'),
    'the role of the server': forgeToken(service, 'another-key'),
    'an own key in the header': forgeToken(claims, 'x', { alg: 'HS256', jwk: { kty: 'oct', k: 'eA' } }),
    'alg none, unsigned': forgeToken(claims, '', { alg: 'none' }),
    'alg HS512 under an HS256 signature': forgeToken(claims, KEY, { alg: 'HS512' }),
    expired: forgeToken({ ...claims, exp: now - 60 }, KEY),
    'not yet valid': forgeToken({ ...claims, nbf: now + 600 }, KEY),
    'claims swapped': `${header}.${swapped}.${signature}`,
    'signature missing': `${header}.${payload}.`,
    nonsense: 'nonsense',
    'the secret key as bearer': backend.secretKey,
  }
  for (const [name, token] of Object.entries(forgeries))
    for (const path of ['/rest/v1/enquiries?select=id', '/rest/v1/rpc/approved_reviews', USERS]) {
      const { status } = await callAs(backend, { token }, path)
      expect.soft(status, `${name} at ${path}`).toBe(path === USERS ? 403 : 401)
    }
})

test('a session level claimed in a token is ignored, even with a valid signature', async () => {
  const claims = {
    ...decodeClaims(people.unproven.token),
    aal: 'aal2',
    amr: [{ method: 'totp', timestamp: Date.now() }],
  }
  await expectPowerless({ token: forgeToken(claims, KEY) })
})

test('an API key in the wrong header grants no rights', async () => {
  for (const headers of [
    { apikey: backend.publishableKey, authorization: `Bearer ${backend.publishableKey}` },
    { apikey: backend.publishableKey, authorization: `Basic ${backend.secretKey}` },
    ...people.outsiders.map(({ token }) => ({ apikey: token, authorization: `Bearer ${token}` })),
    { apikey: `${backend.secretKey} x`, authorization: '' },
    { apikey: '', authorization: `Bearer ${backend.secretKey}` },
    { apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` },
  ])
    for (const path of ['/rest/v1/enquiries?select=id', '/rest/v1/rpc/admin_exists', USERS]) {
      const answer = await backend.fetch(path, { headers })
      // Some gateways respond with an empty table.
      const gained = answer.ok ? await answer.json() : []
      expect.soft(gained, `${JSON.stringify(headers)} at ${path}`).toEqual([])
    }
})

test('the public set-up creates no account for strangers, reveals none and is rate-limited', async () => {
  const fresh = await createTestBackend()
  await createUser(fresh, 'known')
  const setUp = (email: string) =>
    callAs(fresh, 'visitor', USERS, { method: 'POST', body: { email, password: 'below-street-level' } })
  const [known, unknown] = [await setUp('known@example.com'), await setUp('eve@example.com')]
  expect(known).toMatchObject({ status: 403, body: { code: 'not_admin' } })
  expect(unknown.body).toEqual(known.body)
  for (let tried = 2; tried < SETUP_RATE.limit; tried++)
    expect(await setUp(`x${TEST_COMPANY.admin}`)).toMatchObject({ status: 403 })
  expect(await setUp(TEST_COMPANY.admin)).toMatchObject({ status: 429 })
  expect(await fresh.sql('select 1 from auth.users')).toHaveLength(1)
  await fresh.stop()
})
