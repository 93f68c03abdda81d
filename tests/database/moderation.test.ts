import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'

type Row = { id: string; name: string; email: string; created_at: string }

let backend: TestBackend
let admin: Identity & { id: string }

beforeAll(async () => {
  backend = await createTestBackend()
  admin = await signedIn(backend, 'moderation-admin', { role: 'admin' })
})
afterAll(() => backend.stop())

const rpc = (who: Identity, name: string, body: object) =>
  callAs(backend, who, `/rest/v1/rpc/${name}`, { method: 'POST', body })
const page = async (p_status: string, p_search = '', end?: Row, p_limit = 50) => {
  const key = end && { p_before: end.created_at, p_before_id: end.id }
  return (await rpc(admin, 'moderation_page', { p_status, p_search, p_limit, ...key })).body as Row[]
}
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

test('a page holds no approval hash and no moderator', async () => {
  await add({})
  const [row] = await page('pending')
  expect(Object.keys(row ?? {}).sort()).toEqual(
    ['created_at', 'email', 'id', 'location', 'moderated_at', 'name', 'rating', 'source', 'text', 'title']
      .concat(['verified', 'thanked_at', 'thanks_failed_at'])
      .sort(),
  )
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

  test('come in pages that neither overlap nor leave one out, whatever is moderated meanwhile', async () => {
    const seen: Row[] = []
    for (;;) {
      const rows = await page('rejected', 'heap', seen.at(-1), 1_000)
      seen.push(...rows)
      if (rows.length < 100) break
      await backend.sql(`update reviews set status = 'approved' where id = $1`, [rows[0]?.id])
    }
    expect(seen.map(({ name }) => name)).toEqual(Array.from({ length: 1_000 }, (_, index) => `Many ${index * 10 + 1}`))
    expect(await counts('heap')).toEqual({ pending: 8_000, approved: 1_010, rejected: 990 })
  })

  test('made in the same moment are told apart by their ids', async () => {
    await backend.sql(`
      insert into reviews (name, location, text, rating, email, created_at)
      select 'Same ' || n, 'London', 'Same moment ' || n, 5, 'same@example.com', '2026-01-01' from generate_series(1, 5) n`)
    const first = await page('pending', 'same moment', undefined, 2)
    const second = await page('pending', 'same moment', first.at(-1), 3)
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(5)
  })

  test.each(['', 'no such words anywhere'])('answer within a second when looked through for %j', async (search) => {
    const started = performance.now()
    await Promise.all([page('pending', search), counts(search)])
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

  test('is one page of the list, however deep, which nobody has to sort', async () => {
    const functions = await backend.sql<{ source: string }>(
      `select prosrc as source from pg_proc where proname in ('approved_reviews', 'moderation_page')`,
    )
    const arguments_ = {
      p_status: `'pending'`,
      p_search: `''`,
      p_before_id: 'gen_random_uuid()',
      p_before: 'now()',
      p_limit: '50',
    }
    for (const { source } of functions) {
      const query = Object.entries(arguments_).reduce(
        (sql, [name, value]) => sql.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), value),
        /select r\.[^;]*/.exec(source)?.[0] ?? '',
      )
      const read = await plan(query)
      expect(read).toMatch(/reviews_by_status.*Index Cond.*ROW\(created_at, id\) < ROW/)
      expect(read).not.toContain('Sort')
    }
    expect(functions).toHaveLength(2)
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
