import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { callAs, createSignedInUser, type Identity } from '../support/backend-users.ts'
import { startWithUsers } from '../support/test-users.ts'

const database = await startWithUsers()
const { admin, rows, rpc, sql } = database
afterAll(database.stop)

const STATUSES = ['pending', 'approved', 'rejected'] as const
type Status = (typeof STATUSES)[number]

const review = { name: 'Ann', location: 'NW3', rating: 5, email: 'ann@example.com' }

const add = async (status: Status, change: object = {}): Promise<string> => {
  const body = { ...review, text: crypto.randomUUID(), status, ...change }
  const answer = await rows('service', 'POST', 'reviews', body)
  expect(answer).toMatchObject({ status: 201 })
  return (answer.body as [{ id: string }])[0].id
}
const stored = async (id: string) =>
  (await sql<Record<string, unknown>>('select * from reviews where id = $1', [id]))[0]
const setStatus = (who: Identity, id: string, status: Status) => rows(who, 'PATCH', `reviews?id=eq.${id}`, { status })
const columnsOf = (row: object = {}) => Object.keys(row).sort().join(' ')
const remove = (who: Identity, id: string) => rows(who, 'DELETE', `reviews?id=eq.${id}`)

describe('visitors', () => {
  const published = async (call: object = {}) =>
    (await rpc('visitor', 'approved_reviews', call)).body as { id: string; created_at: string }[]

  test('visitors read only approved reviews and only their public columns', async () => {
    const id = await add('approved')
    await add('rejected')
    await add('pending')
    const [row, ...others] = await published()
    expect(row?.id).toBe(id)
    expect(others).toEqual([])
    expect(columnsOf(row)).toBe('created_at id location name rating replied_at reply source text title verified')
  })

  test('visitors page through all reviews newest first, even if some are unpublished in between', async () => {
    const ids: string[] = []
    for (let minute = 10; minute < 23; minute += 1)
      ids.unshift(await add('approved', { created_at: `2026-01-01T00:${minute}:00Z` }))
    const seen: string[] = []
    for (let call: object | undefined = { p_before: '2026-01-02' }; call; ) {
      const page = await published(call)
      seen.push(...page.map(({ id }) => id))
      await setStatus('service', page[0]?.id ?? '', 'rejected')
      const last = page.at(-1)
      call = page.length === 6 ? { p_before: last?.created_at, p_before_id: last?.id } : undefined
    }
    expect(seen).toEqual(ids)
  })

  test('visitors read the count and average rating of approved reviews as numbers', async () => {
    const summary = async () => (await rpc('visitor', 'approved_review_summary')).body
    await sql(`update reviews set status = 'rejected' where status = 'approved'`)
    expect(await summary()).toMatchObject({ count: 0, average: null })
    await add('approved')
    expect(await summary()).toMatchObject({ count: 1, average: 5 })
    await add('approved')
    await add('approved', { rating: 4 })
    await add('pending', { rating: 1 })
    expect(await summary()).toMatchObject({ count: 3, average: 4.7 })
  })
})

test('a duplicate submission is refused while the first is pending, and allowed after moderation', async () => {
  const same = { ...review, email: 'twice@example.com', text: 'The same words' }
  const id = await add('pending', same)
  const again = await rows('service', 'POST', 'reviews', { ...same, email: 'Twice@Example.com' })
  expect(again).toMatchObject({ status: 409, body: { code: '23505' } })
  await setStatus(admin, id, 'approved')
  const next = await add('pending', same)
  expect((await stored(next))?.approval_hash).not.toBe((await stored(id))?.approval_hash)
})

describe('the review status', () => {
  test.each([
    ['pending', 'approved'],
    ['pending', 'rejected'],
    ['approved', 'pending'],
    ['approved', 'rejected'],
    ['rejected', 'approved'],
  ] as const)('changing a review from %s to %s records the administrator and time', async (from, to) => {
    const id = await add(from)
    expect(await setStatus(admin, id, to)).toMatchObject({ status: 200, body: [{ id }] })
    expect(await stored(id)).toMatchObject({ status: to, moderated_by: admin.id, moderated_at: expect.any(Date) })
  })

  test('a deleted review keeps the reason of its last deletion, also while it is restored', async () => {
    const text = crypto.randomUUID()
    const id = await add('pending', { text })
    const change = (p_from: Status, p_to: Status, more: object = {}) =>
      rpc(admin, 'moderate_reviews', { p_ids: [id], p_from, p_to, ...more })
    await change('pending', 'rejected', { p_reason: 'something else', p_note: 'Asked by phone' })
    const asked = { reason: 'something else', reason_note: 'Asked by phone' }
    expect((await rpc(admin, 'moderation_page', { p_status: 'rejected', p_search: text })).body).toMatchObject([
      { id, ...asked },
    ])
    await change('rejected', 'approved')
    await change('approved', 'rejected')
    expect(await stored(id)).toMatchObject({ status: 'rejected', ...asked })
    await change('rejected', 'approved')
    await change('approved', 'rejected', { p_reason: 'duplicate' })
    expect(await stored(id)).toMatchObject({ reason: 'duplicate', reason_note: '' })
    const withNote = { p_reason: 'duplicate', p_note: 'Only with something else' }
    await change('rejected', 'approved')
    expect(await change('approved', 'rejected', withNote)).toMatchObject({ status: 400, body: { code: '23514' } })
    expect(await change('approved', 'rejected', { p_reason: 'low rating' })).toMatchObject({ status: 400 })
    expect(await stored(id)).toMatchObject({ status: 'approved' })
  })

  test('a review deleted without a reason has the reason "not recorded"', async () => {
    expect(await stored(await add('rejected'))).toMatchObject({ reason: 'not recorded' })
    const id = await add('pending')
    expect(await stored(id)).toMatchObject({ reason: null })
    await setStatus(admin, id, 'rejected')
    expect(await stored(id)).toMatchObject({ reason: 'not recorded' })
    await expect(sql('update reviews set reason = null where id = $1', [id])).rejects.toThrow('check constraint')
  })

  test.each([
    ['pending', 'pending'],
    ['approved', 'approved'],
    ['rejected', 'rejected'],
    ['rejected', 'pending'],
  ] as const)('neither administrators nor the service role can change a review from %s to %s', async (from, to) => {
    const id = await add(from)
    for (const who of [admin, 'service'] as const)
      expect(await setStatus(who, id, to)).toMatchObject({
        status: 409,
        body: { code: 'PT409', message: 'review_transition' },
      })
    expect(await stored(id)).toMatchObject({ status: from })
  })

  test('only rejected reviews can be deleted', async () => {
    for (const status of ['pending', 'approved'] as const) {
      const id = await add(status)
      // Policies hide the row, so the trigger isn't reached.
      expect(await remove(admin, id)).toMatchObject({ status: 200, body: [] })
      expect(await remove('service', id)).toMatchObject({ status: 409, body: { code: 'PT409' } })
      expect(await stored(id)).toMatchObject({ status })
    }
    const id = await add('rejected')
    expect(await remove(admin, id)).toMatchObject({ body: [{ id }] })
    expect(await stored(id)).toBeUndefined()
    expect(await remove('service', await add('rejected'))).toMatchObject({ status: 200 })
  })

  test('a review caught as spam is stored once, and administrators can restore or delete it', async () => {
    const caught = { text: 'Caught twice', caught_as_spam: true }
    const id = await add('rejected', caught)
    const repeat = { ...review, ...caught, status: 'rejected' }
    expect(await rows('service', 'POST', 'reviews', repeat)).toMatchObject({ status: 409, body: { code: '23505' } })
    const listed = (await rpc(admin, 'moderation_page', { p_status: 'rejected', p_search: caught.text })).body
    expect(listed).toMatchObject([{ id, caught_as_spam: true, moderated_at: null, verified: false }])
    expect(await setStatus(admin, id, 'approved')).toMatchObject({ status: 200 })
    // Both may exist as rejected.
    const again = await add('rejected', caught)
    expect(await setStatus(admin, id, 'rejected')).toMatchObject({ status: 200 })
    expect(await remove(admin, again)).toMatchObject({ body: [{ id: again }] })
  })

  test('a review keeps its status when its moderator is deleted', async () => {
    const leaver = await createSignedInUser(database, 'leaver', { role: 'admin' })
    const id = await add('pending')
    await setStatus(leaver, id, 'approved')
    await callAs(database, 'service', `/auth/v1/admin/users/${leaver.id}`, { method: 'DELETE' })
    expect(await sql('select id from auth.users where id = $1', [leaver.id])).toEqual([])
    expect(await stored(id)).toMatchObject({ status: 'approved', moderated_by: null })
  })

  const moderate = async (who: Identity, p_ids: readonly string[], p_from: Status, p_to: Status) =>
    rpc(who, 'moderate_reviews', { p_ids, p_from, p_to })

  test('only one of two administrators who approve a review concurrently changes it', async () => {
    const other = await createSignedInUser(database, 'second', { role: 'admin' })
    const id = await add('pending')
    const approve = (who: Identity) => moderate(who, [id], 'pending', 'approved')
    const answers = await Promise.all([approve(admin), approve(other)])
    expect(answers.map(({ body }) => (body as object[]).length).sort()).toEqual([0, 1])
    expect(await stored(id)).toMatchObject({ status: 'approved' })
  })

  test('bulk actions affect only reviews that still have the status the administrator saw', async () => {
    const [one, other, taken] = [await add('pending'), await add('pending'), await add('rejected')]
    const { body: changed } = await moderate(admin, [one, other, taken], 'pending', 'approved')
    expect((changed as string[]).toSorted()).toEqual([one, other].toSorted())
    expect(await stored(one)).toMatchObject({ status: 'approved', moderated_by: admin.id })
    expect(await stored(taken)).toMatchObject({ status: 'rejected', moderated_by: null })
    const refused = { status: 409, body: { code: 'PT409' } }
    expect(await moderate(admin, [one], 'approved', 'approved')).toMatchObject(refused)
    expect(await rpc(admin, 'delete_reviews', { p_ids: [one, taken] })).toMatchObject({ body: [taken] })
    expect(await stored(one)).toMatchObject({ status: 'approved' })
    expect(await stored(taken)).toBeUndefined()
  })
})

test('a thank-you email is claimed once, and again only after an unfinished attempt', async () => {
  const claim = async (id: string) => (await rpc('service', 'claim_thanks', { p_id: id })).body
  const id = await add('approved')
  expect((await Promise.all([claim(id), claim(id)])).flat()).toEqual([review.email])
  // The clock may have been twenty hours ahead.
  for (const age of ['3 minutes', '-20 hours']) {
    await sql('update reviews set thanks_claimed_at = now() - $2::interval where id = $1', [id, age])
    expect(await claim(id)).toEqual([review.email])
    expect(await claim(id)).toEqual([])
  }
  const thanked = { thanked_at: 'now', thanks_claimed_at: null }
  expect(await rows('service', 'PATCH', `reviews?id=eq.${id}`, thanked)).toMatchObject({ body: [{ id }] })
  expect(await claim(id)).toEqual([])
  expect(await claim(await add('pending'))).toEqual([])
})

type Row = typeof review & { id: string; created_at: string }
const page = async (p_status: Status, p_search = '', end?: Row, p_limit = 50) => {
  const key = end && { p_before: end.created_at, p_before_id: end.id }
  return (await rpc(admin, 'moderation_page', { p_status, p_search, p_limit, ...key })).body as Row[]
}
const counts = async (p_search = '') => (await rpc(admin, 'moderation_counts', { p_search })).body

describe('the review search', () => {
  test.each([
    ['name', { name: 'Zoë Ünal 🙂' }, 'zoë'],
    ['location', { location: 'Nether Wallop' }, 'WALLOP'],
    ['title', { title: 'Bone dry at last' }, 'bone DRY'],
    ['text', { text: 'The sump alarm works.' }, 'sump alarm'],
    ['email address', { email: 'find.me@sub.example.com' }, 'find.me@sub'],
    ['right-to-left letters', { text: 'עבודה מצוינת' }, 'מצוינת'],
    ...`100% a_b back\\slash quote"d O'Neill a,b f(x) star* {brace} eq.5 ';drop--`
      .split(' ')
      .map((search): [string, object, string] => [
        `the characters ${search}`,
        { text: `Before ${search} after` },
        search,
      ]),
  ])('the review search finds only the review that matches by %s', async (_, change, search) => {
    const id = await add('pending', change)
    expect((await page('pending', search)).map((row) => row.id)).toEqual([id])
    expect(await counts(search)).toEqual({ pending: 1, approved: 0, rejected: 0 })
  })

  test('the review search does not match across two fields', async () => {
    await add('pending', { name: 'Borderline', location: 'Crossing' })
    expect(await page('pending', 'BorderlineCrossing')).toEqual([])
    expect(await page('pending', 'Borderline Crossing')).toEqual([])
  })

  test('the moderation page omits the approval hash and moderator', async () => {
    const [row] = await page('pending')
    expect(columnsOf(row)).toBe(
      'caught_as_spam created_at email id location moderated_at name rating reason reason_note replied_at reply reply_failed_at reply_sent_at source text thanked_at thanks_failed_at title verified withdrawn_at',
    )
  })
})

describe('10,000 reviews', () => {
  beforeAll(async () => {
    await sql(`
      insert into reviews (name, location, text, rating, status, email, created_at)
      select 'Many ' || n, 'London', 'Heap ' || n || ' ' || repeat('words and more words ', 40), 1 + n % 5,
        case when n % 10 = 0 then 'approved' when n % 10 = 1 then 'rejected' else 'pending' end,
        'many' || n || '@example.com', date_trunc('hour', now()) - n / 40 * interval '1 minute'
      from generate_series(1, 10000) n`)
  })
  const plan = async (query: string) => JSON.stringify(await sql(`explain (costs off) ${query}`))

  test('moderation pages neither overlap nor skip a review when some are moderated in between', async () => {
    const seen: Row[] = []
    for (;;) {
      const found = await page('rejected', 'heap', seen.at(-1), 1_000)
      seen.push(...found)
      if (found.length < 100) break
      await setStatus('service', found[0]?.id ?? '', 'approved')
    }
    expect(seen).toHaveLength(1_000)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(1_000)
    const moments = seen.map(({ created_at }) => created_at)
    expect(moments).toEqual([...moments].sort().reverse())
    expect(await counts('heap')).toEqual({ pending: 8_000, approved: 1_010, rejected: 990 })
  })

  test('review counts and averages are read from an index', async () => {
    // Another transaction in the cluster may delay a vacuum.
    await vi.waitFor(
      async () => {
        await sql('vacuum analyze reviews')
        const pending = await plan('select count(*) filter (where status = $$pending$$) from reviews')
        expect(pending).toContain('Index Only Scan')
      },
      { timeout: 10_000, interval: 100 },
    )
    const average = await plan('select count(*), avg(rating) from reviews where status = $$approved$$')
    expect(average).toContain('reviews_published_rating')
  })

  test('each page of reviews is read from an index without sorting', async () => {
    const functions = await sql<{ source: string }>(
      `select prosrc as source from pg_proc where proname in ('approved_reviews', 'moderation_page')`,
    )
    const values: Record<string, string> = {
      p_status: `'pending'`,
      p_search: `''`,
      p_before_id: 'gen_random_uuid()',
      p_before: 'now()',
      p_limit: '50',
    }
    expect(functions).toHaveLength(2)
    for (const { source } of functions) {
      const query = /select r\.[^;]*/.exec(source)?.[0] ?? ''
      const read = await plan(query.replaceAll(/\bp_\w+/g, (name) => values[name] ?? name))
      expect(read).toMatch(/reviews_by_status.*Index Cond.*ROW\(created_at, id\) < ROW/)
      expect(read).not.toContain('Sort')
    }
  })
})
