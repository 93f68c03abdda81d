import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'

type Status = 'pending' | 'approved' | 'rejected'

let backend: TestBackend
let admin: Identity & { id: string }
let number = 0

beforeAll(async () => {
  backend = await createTestBackend()
  admin = await signedIn(backend, 'reviews-admin', { role: 'admin' })
})
afterAll(() => backend.stop())

const addReview = async (status: Status, change: object = {}): Promise<string> => {
  number += 1
  const row = {
    name: 'Ann',
    location: 'NW3',
    text: `Review ${number}`,
    rating: 5,
    status,
    email: 'ann@example.com',
    ...change,
  }
  const answer = await callAs(backend, 'service', '/rest/v1/reviews?select=id', {
    method: 'POST',
    body: row,
    headers: { prefer: 'return=representation' },
  })
  expect(answer).toMatchObject({ status: 201 })
  return (answer.body as [{ id: string }])[0].id
}

const statusOf = async (id: string) =>
  (await backend.sql<{ status: Status }>('select status from reviews where id = $1', [id]))[0]?.status

const setStatus = (who: Identity, id: string, status: string) =>
  callAs(backend, who, `/rest/v1/reviews?id=eq.${id}&select=id`, {
    method: 'PATCH',
    body: { status },
    headers: { prefer: 'return=representation' },
  })

const remove = (who: Identity, id: string) => callAs(backend, who, `/rest/v1/reviews?id=eq.${id}`, { method: 'DELETE' })

describe('reading', () => {
  const published = async (query = '') =>
    (await callAs(backend, 'visitor', `/rest/v1/rpc/approved_reviews${query}`)).body as Record<string, unknown>[]

  test('a visitor reads approved reviews and no others, and of each what is for everybody', async () => {
    await addReview('pending')
    const id = await addReview('approved')
    await addReview('rejected')
    const rows = await published()
    expect(rows.map((row) => row.id)).toEqual([id])
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(
      ['created_at', 'id', 'location', 'name', 'rating', 'source', 'text', 'title', 'verified'].sort(),
    )
    expect(await callAs(backend, 'visitor', '/rest/v1/reviews?select=id')).toMatchObject({ status: 401 })
  })

  test('six at a time, newest first, each page after the one before, whatever is taken down meanwhile', async () => {
    const ids: string[] = []
    for (let minute = 10; minute < 23; minute += 1)
      ids.unshift(await addReview('approved', { created_at: `2026-01-01T00:${minute}:00Z` }))
    const seen: unknown[] = []
    for (let query = '?p_before=2026-01-02'; query; ) {
      const page = await published(query)
      const last = page.at(-1)
      seen.push(...page.map(({ id }) => id))
      await backend.sql(`update reviews set status = 'rejected' where id = $1`, [page[0]?.id])
      query =
        page.length === 6
          ? `?${new URLSearchParams({ p_before: String(last?.created_at), p_before_id: String(last?.id) })}`
          : ''
    }
    expect(seen).toEqual(ids)
  })

  test('a visitor reads count and average of the approved reviews as numbers, also when the average is a whole one', async () => {
    const summary = async () => (await callAs(backend, 'visitor', '/rest/v1/rpc/approved_review_summary')).body
    await backend.sql('delete from reviews where status = $1', ['rejected'])
    await backend.sql('update reviews set rating = 5')
    const [{ count } = { count: 0 }] = await backend.sql<{ count: number }>(
      `select count(*)::int as count from reviews where status = 'approved'`,
    )
    expect(count).toBeGreaterThan(0)
    expect(await summary()).toEqual({ count, average: 5 })
    await addReview('approved', { rating: 1 })
    await addReview('pending', { rating: 1 })
    expect(await summary()).toEqual({ count: count + 1, average: Math.round((50 * count + 10) / (count + 1)) / 10 })
  })

  test('an administrator reads every review with every column', async () => {
    const id = await addReview('pending')
    const { body } = await callAs(backend, admin, `/rest/v1/reviews?id=eq.${id}`)
    expect(body).toMatchObject([
      { id, status: 'pending', email: 'ann@example.com', approval_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
  })

  test('no two reviews share an approval hash', async () => {
    await addReview('pending')
    await addReview('pending')
    const [row] = await backend.sql<{ same: boolean }>(
      'select count(distinct approval_hash) = count(*) as same from reviews',
    )
    expect(row?.same).toBe(true)
  })
})

describe('writing', () => {
  const row = { name: 'Eve', location: 'E1', text: 'Mine', rating: 5, email: 'eve@example.com' }

  test('an administrator cannot insert a review past the function', async () => {
    expect(await callAs(backend, admin, '/rest/v1/reviews', { method: 'POST', body: row })).toMatchObject({
      status: 403,
      body: { code: '42501' },
    })
  })

  test.each([
    { text: 'Better' },
    { rating: 1 },
    { email: 'x@example.com' },
    { approval_hash: 'f'.repeat(64) },
    { moderated_by: null },
  ])('an administrator cannot rewrite a review: %j', async (change) => {
    const id = await addReview('pending')
    const answer = await callAs(backend, admin, `/rest/v1/reviews?id=eq.${id}`, {
      method: 'PATCH',
      body: { status: 'approved', ...change },
    })
    expect(answer).toMatchObject({ status: 403, body: { code: '42501' } })
    expect(await statusOf(id)).toBe('pending')
  })

  test('the same pending submission exists once, and may come again after moderation', async () => {
    const same = { email: 'twice@example.com', text: 'The same words' }
    const id = await addReview('pending', same)
    const again = await callAs(backend, 'service', '/rest/v1/reviews', {
      method: 'POST',
      body: { ...row, ...same, email: 'Twice@Example.com' },
    })
    expect(again).toMatchObject({ status: 409, body: { code: '23505' } })
    await setStatus(admin, id, 'approved')
    await addReview('pending', same)
  })
})

describe('the status of a review', () => {
  test.each([
    ['pending', 'approved'],
    ['pending', 'rejected'],
    ['approved', 'rejected'],
    ['rejected', 'approved'],
  ] as const)('an administrator takes it from %s to %s, and who and when is noted', async (from, to) => {
    const id = await addReview(from)
    expect(await setStatus(admin, id, to)).toMatchObject({ status: 200, body: [{ id }] })
    const [row] = await backend.sql(
      "select status, moderated_by, moderated_at > now() - interval '1 minute' as recent from reviews where id = $1",
      [id],
    )
    expect(row).toEqual({ status: to, moderated_by: admin.id, recent: true })
  })

  test.each([
    ['pending', 'pending'],
    ['approved', 'approved'],
    ['approved', 'pending'],
    ['rejected', 'rejected'],
    ['rejected', 'pending'],
  ] as const)('nobody takes it from %s to %s, the server included', async (from, to) => {
    const id = await addReview(from)
    for (const who of [admin, 'service'] as const) {
      expect(await setStatus(who, id, to)).toMatchObject({
        status: 409,
        body: { code: 'PT409', message: 'review_transition' },
      })
    }
    expect(await statusOf(id)).toBe(from)
  })

  test('a published review is taken off the site, and from there restored or deleted for ever', async () => {
    const id = await addReview('approved')
    const newest = async () =>
      ((await callAs(backend, 'visitor', '/rest/v1/rpc/approved_reviews')).body as { id: string }[])[0]?.id
    expect(await newest()).toBe(id)
    await setStatus(admin, id, 'rejected')
    expect(await newest()).not.toBe(id)
    await setStatus(admin, id, 'approved')
    expect(await newest()).toBe(id)
    await setStatus(admin, id, 'rejected')
    expect(await remove(admin, id)).toMatchObject({ status: 204 })
    expect(await statusOf(id)).toBeUndefined()
  })

  test('only a rejected review can be deleted', async () => {
    for (const status of ['pending', 'approved'] as const) {
      const id = await addReview(status)
      // To the policy there is nothing to delete; the trigger stops those whom no policy holds.
      expect(await remove(admin, id)).toMatchObject({ status: 204 })
      expect(await remove('service', id)).toMatchObject({ status: 409, body: { code: 'PT409' } })
      expect(await statusOf(id)).toBe(status)
    }
    const rejected = await addReview('rejected')
    expect(await remove(admin, rejected)).toMatchObject({ status: 204 })
    expect(await statusOf(rejected)).toBeUndefined()
  })

  test('a moderator who is deleted leaves the reviews behind', async () => {
    const leaver = await signedIn(backend, 'leaver', { role: 'admin' })
    const id = await addReview('pending')
    await setStatus(leaver, id, 'approved')
    expect(await callAs(backend, 'service', `/auth/v1/admin/users/${leaver.id}`, { method: 'DELETE' })).toMatchObject({
      status: 200,
    })
    expect(await backend.sql('select status, moderated_by from reviews where id = $1', [id])).toEqual([
      { status: 'approved', moderated_by: null },
    ])
  })
})
