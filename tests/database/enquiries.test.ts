import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { callAs, createSignedInUser, type Identity } from '../support/backend-users.ts'
import { startWithUsers } from '../support/test-users.ts'

const database = await startWithUsers()
const { admin, outsiders, rows, rpc, sql } = database
afterAll(database.stop)
beforeEach(() => sql('delete from enquiries'))

const contact = { kind: 'contact', name: 'Ann', email: 'ann@example.com', message: 'Damp' }
const share = { kind: 'business-card', name: '', message: 'https://x.example' }
const sent = { delivery: 'sent', delivered_at: '2026-01-01' }

const add = async (change: object = {}): Promise<string> => {
  const { body } = await rows('service', 'POST', 'enquiries', { ...contact, ...change })
  return (body as [{ id: string }])[0].id
}
const stored = async (id: string) =>
  (await sql<Record<string, unknown>>('select * from enquiries where id = $1', [id]))[0]

describe('an enquiry', () => {
  test('an administrator reads an enquiry, changes its status, and deletes it', async () => {
    const id = await add()
    const one = `enquiries?id=eq.${id}`
    expect((await callAs(database, admin, `/rest/v1/${one}`)).body).toMatchObject([
      { ...contact, delivery: 'pending', status: 'new', status_changes: [], note: '' },
    ])
    for (const status of ['quoted', 'quoted', 'new'])
      expect(await rows(admin, 'PATCH', one, { status })).toMatchObject({ body: [{ id }] })
    expect(await stored(id)).toMatchObject({
      status: 'new',
      status_changes: ['quoted', 'new'].map((status) => ({
        status,
        by: admin.email,
        at: expect.stringMatching(/T.*\+00:00$/),
      })),
    })
    expect(await rows(admin, 'DELETE', one)).toMatchObject({ body: [{ id }] })
    expect(await stored(id)).toBeUndefined()
  })

  test('the later of two concurrent status changes wins, and both are recorded', async () => {
    const colleague = await createSignedInUser(database, 'colleague', { role: 'admin' })
    const id = await add()
    const set = (who: Identity, status: string) => rows(who, 'PATCH', `enquiries?id=eq.${id}`, { status })
    await Promise.all([set(admin, 'won'), set(colleague, 'lost')])
    const { status, status_changes: changes } = (await stored(id)) as {
      status: string
      status_changes: { status: string; at: string; by: string }[]
    }
    expect(changes.map(({ status, by }) => `${status} ${by}`).sort()).toEqual([
      `lost ${colleague.email}`,
      `won ${admin.email}`,
    ])
    expect(status).toBe(changes[1]?.status)
    expect(Date.parse(changes[1]?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(changes[0]?.at ?? ''))
  })

  test('the history and the note of an enquiry cannot be written directly', async () => {
    const id = await add()
    for (const change of [{ status_changes: [] }, { note: 'Overwritten' }])
      for (const who of [admin, 'service'] as const)
        expect(await rows(who, 'PATCH', `enquiries?id=eq.${id}`, change)).toMatchObject({ status: 403 })
  })

  test('a note replaces only the note its author has seen', async () => {
    const id = await add()
    const save = async (p_note: string, p_seen: string, p_id = id) =>
      (await rpc(admin, 'save_enquiry_note', { p_id, p_note, p_seen })).body
    expect(await save('One', '')).toBe('One')
    // The response to an earlier attempt may have been lost.
    expect(await save('One', '')).toBe('One')
    expect(await save('Two', '')).toBe('One')
    expect(await save('Two', 'One')).toBe('Two')
    const [left, right] = await Promise.all([save('Left', 'Two'), save('Right', 'Two')])
    expect(left).toBe(right)
    expect(await stored(id)).toMatchObject({ note: left })
    expect(await save('Lost', '', crypto.randomUUID())).toBeNull()
    expect(await save('Shared', '', await add(share))).toBeNull()
    for (const who of outsiders)
      expect(await rpc(who, 'save_enquiry_note', { p_id: id, p_note: 'Eve', p_seen: left })).toMatchObject({
        status: 403,
      })
  })

  test('the service role marks enquiries as sent, but cannot set their status or delete them', async () => {
    const id = await add()
    const one = `enquiries?id=eq.${id}`
    expect(await rows('service', 'PATCH', one, sent)).toMatchObject({ body: [{ id }] })
    expect(await rows('service', 'PATCH', one, { status: 'won' })).toMatchObject({ status: 403 })
    expect(await rows('service', 'DELETE', one)).toMatchObject({ status: 403 })
    expect(await stored(id)).toMatchObject({ delivery: 'sent', status: 'new' })
  })

  test('a business card share has no status', async () => {
    const id = await add(share)
    expect(await stored(id)).toMatchObject({ status: null })
    expect(await rows(admin, 'PATCH', `enquiries?id=eq.${id}`, { status: 'won' })).toMatchObject({ body: [] })
  })

  test('only one of two concurrent retries claims a failed or stalled enquiry', async () => {
    const claim = (id: string, who: Identity = 'service') => rpc(who, 'claim_enquiry', { p_id: id })
    const refused = { status: 409, body: { code: 'PT409', message: 'enquiry_not_failed' } }
    for (const change of [{ delivery: 'failed' }, { created_at: '2026-01-01' }, { created_at: '2999-01-01' }]) {
      const id = await add(change)
      const answers = await Promise.all([claim(id), claim(id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await stored(id)).toMatchObject({ delivery: 'pending', attempted_at: expect.any(Date) })
      await sql(`update enquiries set attempted_at = now() - interval '3 minutes' where id = $1`, [id])
      expect(await claim(id)).toMatchObject({ status: 200, body: [{ id }] })
      // The clock was wrong.
      await sql(`update enquiries set attempted_at = now() + interval '20 hours' where id = $1`, [id])
      expect(await claim(id)).toMatchObject({ status: 200, body: [{ id }] })
    }
    for (const change of [{}, sent]) expect(await claim(await add(change))).toMatchObject(refused)
    expect(await claim(crypto.randomUUID())).toMatchObject({ status: 200, body: [] })
  })
})

describe('the enquiry list', () => {
  type Page = { total: number; counts: object; enquiries: { id: string; name: string; created_at: string }[] }
  const page = async (call: object) => (await rpc(admin, 'enquiry_page', call)).body as Page

  test('the enquiry list filters by status, undelivered and search text, with counts', async () => {
    await add({ name: 'New', ...sent })
    await add({ name: 'Contacted', status: 'contacted', ...sent })
    await add({ name: 'Failed', delivery: 'failed', status: 'won' })
    await add({ name: 'On its way', status: 'won' })
    await add({ name: 'Stuck', status: 'lost', created_at: '2026-01-01' })
    await add({ ...share, ...sent, name: 'Share' })
    const names = async (call: object) => {
      const { total, enquiries, counts } = await page(call)
      expect(total).toBe(enquiries.length)
      return { counts, names: enquiries.map(({ name }) => name).sort() }
    }
    const counts = { all: 6, new: 1, contacted: 1, won: 2, lost: 1, undelivered: 2 }
    expect(await names({ p_filter: 'new' })).toEqual({ counts, names: ['New'] })
    expect(await names({ p_filter: 'won' })).toEqual({ counts, names: ['Failed', 'On its way'] })
    expect(await names({ p_filter: 'quoted' })).toEqual({ counts, names: [] })
    expect(await names({ p_filter: 'undelivered' })).toEqual({ counts, names: ['Failed', 'Stuck'] })
    expect((await names({})).names).toHaveLength(6)
    const id = await add({ name: 'Signs', message: '100% (wet)_*, "quoted"' })
    await rpc(admin, 'save_enquiry_note', { p_id: id, p_note: 'Rang at noon', p_seen: '' })
    const found = { counts: { all: 1, new: 1, undelivered: 0 }, names: ['Signs'] }
    for (const p_search of ['% (WET)_*, "q', '%', 'SIGNS', 'noon']) expect(await names({ p_search })).toEqual(found)
  })

  test('the undelivered filter skips sent enquiries before checking the rest', async () => {
    for (const change of [sent, { delivery: 'failed' }]) await add(change)
    const [found] = await sql<{ definition: string }>(
      `select pg_get_functiondef('private.is_undelivered(public.enquiries)'::regprocedure) as definition`,
    )
    await sql(`create or replace function private.is_undelivered(enquiry public.enquiries) returns boolean
      language sql stable set search_path = pg_catalog, pg_temp as $$ select 1 / (enquiry.delivery <> 'sent')::integer = 1 $$`)
    const answer = await rpc(admin, 'enquiry_page', { p_filter: 'undelivered' })
    await sql(found?.definition ?? '')
    expect(answer).toMatchObject({ status: 200, body: { total: 1 } })
  })

  test('enquiries are paged newest first and counted with microsecond precision', async () => {
    const at = (microsecond: number) => `2026-01-01T10:00:00.12345${microsecond}+00:00`
    for (const microsecond of [6, 7, 8, 7]) await add({ created_at: at(microsecond), name: String(microsecond) })
    const first = await page({ p_limit: 2 })
    const last = first.enquiries.at(-1)
    const second = await page({ p_before: last?.created_at, p_before_id: last?.id })
    expect([...first.enquiries, ...second.enquiries].map(({ name }) => name)).toEqual(['8', '7', '7', '6'])
    expect(second.total).toBe(4)
    const count = async (who: Identity) => {
      const path = `/rest/v1/enquiries?select=id&created_at=gt.${encodeURIComponent(at(6))}`
      const { headers } = await callAs(database, who, path, { method: 'HEAD', headers: { prefer: 'count=exact' } })
      return headers.get('content-range')
    }
    expect(await count(admin)).toMatch(/\/3$/)
    for (const who of outsiders) expect(await count(who)).toMatch(/\/0$/)
  })
})

test('waiting_counts counts reviews, enquiries, emails and invitations that need attention', async () => {
  const counts = async (call = {}) => (await rpc(admin, 'waiting_counts', call)).body
  const build = expect.objectContaining({ state: 'current' })
  const none = { reviews: 0, enquiries: 0, emails: 0, thanks: 0, invitations: 0, published: 0, deleted: 0, overdue: 0 }
  expect(await counts()).toEqual({ ...none, build, newest: { review: null, enquiry: null } })
  await add()
  await add({ status: 'contacted', delivery: 'failed', created_at: '2026-01-01T09:00:00Z' })
  await add({ created_at: '2026-01-01T10:00:00Z' })
  await add({ ...share, delivery: 'failed' })
  await sql(`insert into reviews (name, location, text, rating, email, status, thanks_failed_at) values
    ('A', 'x', 'waits', 5, 'a@example.com', 'pending', null),
    ('B', 'x', 'thanked in vain', 5, 'b@example.com', 'approved', now()),
    ('C', 'x', 'rejected since', 5, 'c@example.com', 'rejected', now())`)
  await sql(`insert into review_invitations (name, email, token_hash, answered_at, withdrawn_at, expires_at) values
    ('Open', 'a@example.com', repeat('a', 64), null, null, now() + interval '1 day'),
    ('Answered', 'a@example.com', repeat('b', 64), now(), null, now() + interval '1 day'),
    ('Withdrawn', 'a@example.com', repeat('c', 64), null, now(), now() + interval '1 day'),
    ('Expired', 'd@example.com', repeat('d', 64), null, null, now() - interval '1 day')`)
  const [newest] = await sql<{ created_at: string }>(
    `select to_json(max(created_at)) #>> '{}' as created_at from enquiries`,
  )
  const found = {
    ...{ reviews: 1, enquiries: 2, emails: 3, thanks: 1, invitations: 1, published: 1, deleted: 1, build },
    newest: { review: expect.stringMatching(/T/), enquiry: newest?.created_at },
  }
  expect(await counts()).toEqual({ ...found, overdue: 0 })
  expect(await counts({ p_overdue: '2026-01-01T10:00:00Z' })).toEqual({ ...found, overdue: 0 })
  expect(await counts({ p_overdue: '2026-01-01T10:00:01Z' })).toEqual({ ...found, overdue: 1 })
})
