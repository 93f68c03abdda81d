import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestBackend } from '../support/backend.ts'
import { callAs, createSignedInUser, createUser, rpc } from '../support/backend-users.ts'
import { createUserWithoutCode } from '../support/test-users.ts'
import { allowNextCode, generateCode } from '../support/two-factor.ts'

// Requests share one session, as in `npm start`.
vi.stubEnv('TEST_POSTGRES_URL', '')
const backend = await createTestBackend({ seed: true })
vi.unstubAllEnvs()
afterAll(backend.stop)

test('parallel requests by different callers keep their own rights', async () => {
  const callers = [
    { who: 'visitor' as const, path: 'rpc/approved_reviews', sees: 5 },
    { who: await createSignedInUser(backend, 'embedded-member'), sees: 0 },
    { who: await createUserWithoutCode(backend), sees: 0 },
    { who: await createSignedInUser(backend, 'embedded-admin', { role: 'admin' }), sees: 10 },
    { who: 'service' as const, sees: 10 },
  ]
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => callers)
      .flat()
      .map(async ({ who, path = 'reviews?select=id', sees }) => {
        const { body } = await callAs(backend, who, `/rest/v1/${path}`)
        return { sees, saw: (body as unknown[]).length }
      }),
  )
  expect(answers.filter(({ sees, saw }) => sees !== saw)).toEqual([])
})

test('a failed request does not roll back parallel requests', async () => {
  const add = (text: string) => {
    const body = { name: 'Ann', location: 'NW3', text, rating: 5, email: 'ann@example.com' }
    return callAs(backend, 'service', '/rest/v1/reviews', { method: 'POST', body })
  }
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => add(index % 2 ? '' : `Kept ${index}`)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(await backend.sql(`select 1 from reviews where text like 'Kept %'`)).toHaveLength(20)
})

test('a CORS preflight for a function with parameters allows the requested headers', async () => {
  const headers = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'apikey' }
  const question = `${backend.url}/rest/v1/rpc/published_project?p_id=pool`
  const { ok, headers: allowed } = await backend.fetch(new Request(question, { method: 'OPTIONS', headers }))
  expect({ ok, allowed: allowed.get('access-control-allow-headers') }).toEqual({ ok: true, allowed: 'apikey' })
})

test('an administrator sets up, uses and removes a second factor through supabase-js', async () => {
  const { email, password } = await createUser(backend, 'second-factor', { role: 'admin' })
  const options = { auth: { persistSession: false, autoRefreshToken: false }, global: { fetch: backend.fetch } }
  const { auth } = createClient(backend.url, backend.publishableKey, options)
  const isAdmin = async () => {
    const { data } = await auth.getSession()
    return (await rpc(backend, { token: data.session?.access_token ?? '' }, 'is_admin')).body
  }
  const level = async () => (await auth.mfa.getAuthenticatorAssuranceLevel()).data
  await auth.signInWithPassword({ email, password })
  expect(await level()).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })

  const { data: factor } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: 'Kettle Digs' })
  if (!factor) throw new Error('There is no factor.')
  const prove = (code: string) => auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  expect((await prove(generateCode(factor.totp, 0))).error).toMatchObject({ code: 'mfa_verification_failed' })
  expect((await prove(generateCode(factor.totp))).error).toBeNull()
  expect(await level()).toMatchObject({ currentLevel: 'aal2' })
  expect(await isAdmin()).toBe(true)

  await auth.signInWithPassword({ email, password })
  expect(await level()).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  expect((await prove(generateCode(factor.totp))).error).toMatchObject({ status: 500 })
  expect(await isAdmin()).toBe(false)
  await allowNextCode(backend, factor)
  expect((await prove(generateCode(factor.totp))).error).toBeNull()
  await auth.refreshSession()
  expect(await level()).toMatchObject({ currentLevel: 'aal2', currentAuthenticationMethods: [{ method: 'totp' }, {}] })
  expect((await auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factor.id, friendly_name: 'Phone' }])
  expect(await isAdmin()).toBe(true)

  await auth.mfa.unenroll({ factorId: factor.id })
  await auth.refreshSession()
  expect(await level()).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
})
