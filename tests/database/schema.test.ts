import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DELIVERY_STATUSES, ENQUIRY_KINDS, ENQUIRY_LIMITS } from '../../supabase/functions/_shared/contract/enquiry.ts'
import {
  RATING_MAX,
  RATING_MIN,
  REVIEW_LIMITS,
  REVIEW_SOURCES,
  REVIEW_STATUSES,
} from '../../supabase/functions/_shared/contract/review.ts'
import { EMAIL_MAX } from '../../supabase/functions/_shared/contract/text.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, signIn } from '../support/backend-users.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await createTestBackend({ seed: true })
})
afterAll(() => backend.stop())

const emailOf = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`
const review = { name: 'Ann', location: 'NW3', text: 'Fine', rating: 5, email: 'ann@example.com' }
const enquiry = { kind: 'contact', name: 'Ann', email: 'ann@example.com', message: 'Hello' }

let number = 0
const words = () => ({ text: `Words ${number++}` })

const insert = async (table: string, row: object) => {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  return backend.sql(`insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`, Object.values(row))
}

describe('what the contract accepts fits, and one character more does not', () => {
  test.each(Object.entries(REVIEW_LIMITS))('reviews.%s holds %i characters', async (column, limit) => {
    await insert('reviews', { ...review, ...words(), [column]: 'ü'.repeat(limit) })
    await insert('reviews', { ...review, ...words(), [column]: '😀'.repeat(limit) })
    await expect(insert('reviews', { ...review, [column]: 'x'.repeat(limit + 1) })).rejects.toThrow('check constraint')
    await expect(insert('reviews', { ...review, [column]: '' })).rejects.toThrow('check constraint')
  })

  test.each(Object.entries(ENQUIRY_LIMITS))('enquiries.%s holds %i characters', async (column, limit) => {
    await insert('enquiries', { ...enquiry, [column]: 'ü'.repeat(limit) })
    await expect(insert('enquiries', { ...enquiry, [column]: 'x'.repeat(limit + 1) })).rejects.toThrow(
      'check constraint',
    )
  })

  test.each([
    ['reviews', review],
    ['enquiries', enquiry],
  ])('%s.email stores the longest e-mail address', async (table, row) => {
    await insert(table, { ...row, email: emailOf(EMAIL_MAX) })
    await expect(insert(table, { ...row, email: emailOf(EMAIL_MAX + 1) })).rejects.toThrow('check constraint')
  })

  test("ratings and choices are the contract's", async () => {
    for (const rating of [RATING_MIN, RATING_MAX])
      await insert('reviews', { ...review, text: `Rated ${rating}`, rating })
    for (const rating of [RATING_MIN - 1, RATING_MAX + 1])
      await expect(insert('reviews', { ...review, rating })).rejects.toThrow('check constraint')
    for (const status of REVIEW_STATUSES) await insert('reviews', { ...review, text: `As ${status}`, status })
    for (const source of REVIEW_SOURCES) await insert('reviews', { ...review, text: `From ${source}`, source })
    for (const kind of ENQUIRY_KINDS) await insert('enquiries', { ...enquiry, kind })
    for (const delivery of DELIVERY_STATUSES) {
      await insert('enquiries', {
        ...enquiry,
        delivery,
        delivered_at: delivery === 'sent' ? new Date().toISOString() : null,
      })
    }
    await expect(insert('reviews', { ...review, status: 'deleted' })).rejects.toThrow('check constraint')
    await expect(insert('reviews', { ...review, source: 'Yelp' })).rejects.toThrow('check constraint')
    await expect(insert('enquiries', { ...enquiry, kind: 'spam' })).rejects.toThrow('check constraint')
  })
})

describe('nothing is open by default', () => {
  test('the grants are exactly these, also after requests were served', async () => {
    await callAs(backend, 'visitor', '/rest/v1/reviews?select=id')
    await callAs(backend, 'service', '/rest/v1/enquiries?select=id')
    const grants = await backend.sql<{ grant: string }>(`
      select concat_ws(' ', grantee, lower(privilege_type), table_schema || '.' || table_name) as grant
      from information_schema.role_table_grants
      where grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC') and table_schema in ('public', 'private', 'auth')
      order by 1`)
    expect(grants.map(({ grant }) => grant)).toEqual([
      'anon select public.publication_items',
      'authenticated delete public.enquiries',
      'authenticated delete public.review_invitations',
      'authenticated delete public.reviews',
      'authenticated select public.enquiries',
      'authenticated select public.publication_items',
      'authenticated select public.publications',
      'authenticated select public.reviews',
      'service_role delete public.reviews',
      'service_role insert public.enquiries',
      'service_role insert public.review_invitations',
      'service_role insert public.reviews',
      'service_role select public.enquiries',
      'service_role select public.publication_items',
      'service_role select public.publications',
      'service_role select public.review_invitations',
      'service_role select public.reviews',
    ])
  })
})

test('the seed shows every state, and only invented people', async () => {
  const samples = await backend.sql<{ status: string; count: number }>(`
    select status, count(*)::int as count from reviews where email like 'sample.%@example.com' and name like 'Sample: %' group by status order by status`)
  expect(samples).toEqual([
    { status: 'approved', count: 5 },
    { status: 'pending', count: 3 },
    { status: 'rejected', count: 2 },
  ])
})

test('the seed has one account, which signs in and has no rights until an administrator gives them', async () => {
  expect(await backend.sql(`select email from auth.users where email like 'sample.%'`)).toHaveLength(1)
  const sample = { email: 'sample.colleague@example.com', password: 'sample-colleague' }
  const session = await signIn(backend, sample)
  const ask = () => callAs(backend, session, '/rest/v1/rpc/is_admin', { method: 'POST', body: {} })
  expect((await ask()).body).toBe(false)
  const change = { method: 'PUT', body: { app_metadata: { role: 'admin' } } }
  const { id } = (await callAs(backend, session, '/auth/v1/user')).body as { id: string }
  await callAs(backend, 'service', `/auth/v1/admin/users/${id}`, change)
  expect((await ask()).body).toBe(true)
})
