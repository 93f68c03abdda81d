import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'

let backend: TestBackend
let callers: { who: Identity; path?: string; sees: number }[]

beforeAll(async () => {
  backend = await createTestBackend({ seed: true })
  callers = [
    { who: 'visitor', path: 'rpc/approved_reviews', sees: 5 },
    { who: await signedIn(backend, 'isolation-member'), sees: 0 },
    { who: await signedIn(backend, 'isolation-admin', { role: 'admin' }), sees: 10 },
    { who: 'service', sees: 10 },
  ]
})
afterAll(() => backend.stop())

test('parallel requests of different people keep their own rights', async () => {
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
