import { afterAll, expect, test, vi } from 'vitest'
import { createTestBackend } from '../support/backend.ts'
import { callAs, signedIn } from '../support/backend-users.ts'
import { signedInUnproven } from '../support/people.ts'

// On the database of `npm start`, where requests share one session.
vi.stubEnv('TEST_POSTGRES_URL', '')
const backend = await createTestBackend({ seed: true })
vi.unstubAllEnvs()
afterAll(backend.stop)

test('parallel requests of different people keep their own rights', async () => {
  const callers = [
    { who: 'visitor' as const, path: 'rpc/approved_reviews', sees: 5 },
    { who: await signedIn(backend, 'embedded-member'), sees: 0 },
    { who: await signedInUnproven(backend), sees: 0 },
    { who: await signedIn(backend, 'embedded-admin', { role: 'admin' }), sees: 10 },
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

test('a request that fails does not undo another one', async () => {
  const add = (text: string) => {
    const body = { name: 'Ann', location: 'NW3', text, rating: 5, email: 'ann@example.com' }
    return callAs(backend, 'service', '/rest/v1/reviews', { method: 'POST', body })
  }
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => add(index % 2 ? '' : `Kept ${index}`)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(await backend.sql(`select 1 from reviews where text like 'Kept %'`)).toHaveLength(20)
})

test('pages of another origin may ask for a function with parameters, as with PostgREST', async () => {
  const headers = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'apikey' }
  const question = `${backend.url}/rest/v1/rpc/published_project?p_id=pool`
  const { ok, headers: allowed } = await backend.fetch(new Request(question, { method: 'OPTIONS', headers }))
  expect({ ok, allowed: allowed.get('access-control-allow-headers') }).toEqual({ ok: true, allowed: 'apikey' })
})
