import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'

type Row = { id: string; name: string; email: string }

let backend: TestBackend
let admin: Identity & { id: string }
let member: Identity

beforeAll(async () => {
  backend = await createTestBackend()
  admin = await signedIn(backend, 'moderation-admin', { role: 'admin' })
  member = await signedIn(backend, 'moderation-member')
})
afterAll(() => backend.stop())

const rpc = (who: Identity, name: string, body: object) =>
  callAs(backend, who, `/rest/v1/rpc/${name}`, { method: 'POST', body })
const page = async (p_status: string, p_search = '', p_offset = 0, p_limit = 50) =>
  (await rpc(admin, 'moderation_page', { p_status, p_search, p_offset, p_limit })).body as Row[]
const counts = async (p_search = '') => (await rpc(admin, 'moderation_counts', { p_search })).body

const add = async (review: Partial<Row> & { location?: string; title?: string; text?: string; status?: string }) => {
  const values = { name: 'Ann', location: 'NW3', title: null, text: crypto.randomUUID(), status: 'pending', ...review }
  const email = review.email ?? 'ann@example.com'
  const [row] = await backend.sql<{ id: string }>(
    'insert into reviews (name, location, title, text, status, rating, email) values ($1, $2, $3, $4, $5, 5, $6) returning id',
    [values.name, values.location, values.title, values.text, values.status, email],
  )
  return row?.id ?? ''
}

describe('who may moderate', () => {
  test.each([
    ['moderation_counts', {}],
    ['moderation_page', { p_status: 'pending' }],
  ])('%s answers administrators only, and says so to everyone else', async (name, body) => {
    expect(await rpc(admin, name, body)).toMatchObject({ status: 200 })
    expect(await rpc('visitor', name, body)).toMatchObject({ status: 401, body: { code: '42501' } })
    expect(await rpc(member, name, body)).toMatchObject({ status: 403, body: { code: '42501' } })
    const demoted = await signedIn(backend, `demoted-${name}`, { role: 'admin' })
    expect(await rpc(demoted, name, body)).toMatchObject({ status: 200 })
    const change = { method: 'PUT', body: { app_metadata: { role: null } } }
    await callAs(backend, 'service', `/auth/v1/admin/users/${demoted.id}`, change)
    expect(await rpc(demoted, name, body)).toMatchObject({ status: 403, body: { code: '42501' } })
  })

  test('a page holds no approval hash and no moderator', async () => {
    await add({})
    const [row] = await page('pending')
    expect(Object.keys(row ?? {}).sort()).toEqual(
      ['created_at', 'email', 'id', 'location', 'moderated_at', 'name', 'rating', 'source', 'text', 'title']
        .concat(['verified', 'thanked_at', 'thanks_failed_at'])
        .sort(),
    )
  })
})

describe('the search', () => {
  test.each([
    ['name', { name: 'Zoë Ünal 🙂' }, 'zoë'],
    ['location', { location: 'Nether Wallop' }, 'WALLOP'],
    ['title', { title: 'Bone dry at last' }, 'bone DRY'],
    ['text', { text: 'The sump alarm works.' }, 'sump alarm'],
    ['e-mail address', { email: 'find.me@sub.example.com' }, 'find.me@sub'],
    ['right-to-left letters', { text: 'עבודה מצוינת' }, 'מצוינת'],
  ])('finds the %s', async (_, review, search) => {
    const id = await add(review)
    expect((await page('pending', search)).map((row) => row.id)).toEqual([id])
    expect(await counts(search)).toEqual({ pending: 1, approved: 0, rejected: 0 })
  })

  test.each([
    '100%',
    'a_b',
    'back\\slash',
    `quote"d`,
    "O'Neill",
    'a,b',
    'f(x)',
    'star*',
    '{brace}',
    'eq.5',
    "'; drop table reviews; --",
  ])('takes %s for text and for nothing else', async (search) => {
    const id = await add({ text: `Before ${search} after` })
    expect((await page('pending', search)).map((row) => row.id)).toEqual([id])
    expect(await counts(search)).toMatchObject({ pending: 1 })
  })

  test('does not join one field to the next', async () => {
    await add({ name: 'Borderline', location: 'Crossing' })
    expect(await page('pending', 'BorderlineCrossing')).toEqual([])
    expect(await page('pending', 'Borderline Crossing')).toEqual([])
  })
})

describe('ten thousand reviews', () => {
  beforeAll(async () => {
    await backend.sql(`
      insert into reviews (name, location, text, rating, status, email, created_at)
      select 'Many ' || n, 'London', 'Heap ' || n || ' ' || repeat('words and more words ', 40), 1 + n % 5,
        case when n % 10 = 0 then 'approved' when n % 10 = 1 then 'rejected' else 'pending' end,
        'many' || n || '@example.com', now() - n * interval '1 minute'
      from generate_series(1, 10000) n`)
    await backend.sql('analyze reviews')
  })

  test('come in pages that neither overlap nor leave one out', async () => {
    const seen: string[] = []
    for (let offset = 0; ; offset += 100) {
      const rows = await page('rejected', 'heap', offset, 1_000)
      seen.push(...rows.map(({ name }) => name))
      if (rows.length < 100) break
    }
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, index) => `Many ${index * 10 + 1}`))
    expect(await counts('heap')).toEqual({ pending: 8_000, approved: 1_000, rejected: 1_000 })
  })

  test.each([
    ['the first page', 0, ''],
    ['the last page', 7_950, ''],
    ['a search that finds nothing', 0, 'no such words anywhere'],
  ])('answer within a second: %s', async (_, offset, search) => {
    const started = performance.now()
    await Promise.all([page('pending', search, offset), counts(search)])
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})

describe('what is read of many reviews', () => {
  const plan = async (query: string) => JSON.stringify(await backend.sql(`explain (costs off) ${query}`))

  test('is the index alone, for counts and averages', async () => {
    // A transaction elsewhere in the cluster may hold a vacuum back.
    await vi.waitFor(
      async () => {
        await backend.sql('vacuum analyze reviews')
        const pending = await plan('select count(*) filter (where status = $$pending$$) from reviews')
        expect(pending).toContain('Index Only Scan')
      },
      { timeout: 10_000, interval: 100 },
    )
    expect(await plan('select count(*), avg(rating) from reviews where status = $$approved$$')).toContain(
      'reviews_published_rating',
    )
  })

  test('is one page of the list, which no one has to sort', async () => {
    const list = await plan('select * from reviews where status = $$approved$$ order by created_at desc, id limit 6')
    expect(list).toContain('reviews_by_status')
    expect(list).not.toContain('Sort')
  })
})

test('the second of two administrators changes nothing and is told', async () => {
  const other = await signedIn(backend, 'moderation-second', { role: 'admin' })
  const id = await add({})
  const approve = (who: Identity) =>
    callAs(backend, who, `/rest/v1/reviews?id=in.(${id})&status=eq.pending&select=id`, {
      method: 'PATCH',
      body: { status: 'approved' },
      headers: { prefer: 'return=representation' },
    })
  const answers = await Promise.all([approve(admin), approve(other)])
  const changed = answers.filter(({ status, body }) => status === 200 && Array.isArray(body) && body.length === 1)
  expect(changed).toHaveLength(1)
  const [row] = await backend.sql<{ status: string }>('select status from reviews where id = $1', [id])
  expect(row).toEqual({ status: 'approved' })
})
