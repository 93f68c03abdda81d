import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'

let backend: TestBackend
let admin: Identity
let member: Identity
let former: Identity

beforeAll(async () => {
  backend = await createTestBackend()
  admin = await signedIn(backend, 'waiting-admin', { role: 'admin' })
  member = await signedIn(backend, 'waiting-member')
  const demoted = await signedIn(backend, 'waiting-former', { role: 'admin' })
  const change = { method: 'PUT', body: { app_metadata: { role: null } } }
  await callAs(backend, 'service', `/auth/v1/admin/users/${demoted.id}`, change)
  former = demoted
})
afterAll(() => backend.stop())
beforeEach(() => backend.sql('delete from enquiries'))

type Enquiry = Record<string, string | null>
const add = async (change: Enquiry = {}): Promise<string> => {
  const row = { kind: 'contact', name: 'Ann', email: 'ann@example.com', message: 'Damp', ...change }
  const names = Object.keys(row)
  const [stored] = await backend.sql<{ id: string }>(
    `insert into enquiries (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return stored?.id ?? ''
}
const answeredAt = async (id: string) => {
  const rows = await backend.sql<{ answered: boolean }>(
    'select answered_at is not null as answered from enquiries where id = $1',
    [id],
  )
  return rows[0]?.answered
}
const mark = (who: Identity, id: string, body: object = { answered_at: '2026-02-01T10:00:00Z' }) =>
  callAs(backend, who, `/rest/v1/enquiries?id=eq.${id}&select=id`, {
    method: 'PATCH',
    body,
    headers: { prefer: 'return=representation' },
  })

describe('an enquiry', () => {
  test('is marked answered, and new again, by an administrator', async () => {
    const id = await add()
    expect(await mark(admin, id)).toMatchObject({ status: 200, body: [{ id }] })
    expect(await answeredAt(id)).toBe(true)
    expect(await mark(admin, id, { answered_at: null })).toMatchObject({ status: 200, body: [{ id }] })
    expect(await answeredAt(id)).toBe(false)
  })

  test('is marked by nobody else', async () => {
    const id = await add()
    for (const who of [member, former]) expect(await mark(who, id)).toMatchObject({ status: 200, body: [] })
    expect(await mark('visitor', id)).toMatchObject({ status: 401 })
    expect(await mark('service', id)).toMatchObject({ status: 403 })
    expect(await answeredAt(id)).toBe(false)
  })

  test('keeps every other column while it is marked', async () => {
    const id = await add()
    for (const change of [{ message: 'Other' }, { delivery: 'sent' }, { kind: 'business-card' }])
      expect(await mark(admin, id, { answered_at: null, ...change })).toMatchObject({ status: 403 })
  })

  test('that is a share of the business card is neither new nor answered', async () => {
    const id = await add({ kind: 'business-card', name: '', message: 'https://x.example' })
    expect(await mark(admin, id)).toMatchObject({ status: 200, body: [] })
    await expect(backend.sql('update enquiries set answered_at = now() where id = $1', [id])).rejects.toThrow('check')
  })
})

describe('the list', () => {
  const names = async (filter: string) => {
    const { body } = await callAs(backend, admin, '/rest/v1/rpc/enquiry_page', {
      method: 'POST',
      body: { p_filter: filter },
    })
    const { total, enquiries } = body as { total: number; enquiries: { name: string }[] }
    expect(total).toBe(enquiries.length)
    return enquiries.map(({ name }) => name).sort()
  }

  test('is narrowed to what is new, and to what was not delivered', async () => {
    const sent = { delivery: 'sent', delivered_at: '2026-01-01' }
    await add({ name: 'New', ...sent })
    await add({ name: 'Answered', answered_at: '2026-01-02', ...sent })
    await add({ name: 'Failed', delivery: 'failed', answered_at: '2026-01-02' })
    await add({ name: 'On its way', answered_at: '2026-01-02' })
    await add({ name: 'Stuck', answered_at: '2026-01-02', created_at: '2026-01-01' })
    await add({ name: 'Share', kind: 'business-card', message: 'https://x.example', ...sent })
    expect(await names('new')).toEqual(['New'])
    expect(await names('undelivered')).toEqual(['Failed', 'Stuck'])
    expect(await names('all')).toHaveLength(6)
  })

  test('tells how many rows came after one, to an administrator', async () => {
    await add({ created_at: '2026-01-01T10:00:00.123456Z' })
    await add({ created_at: '2026-01-01T10:00:00.123457Z' })
    const after = encodeURIComponent('2026-01-01T10:00:00.123456+00:00')
    const count = async (who: Identity) => {
      const headers = { prefer: 'count=exact' }
      const path = `/rest/v1/enquiries?select=id&created_at=gt.${after}`
      return (await callAs(backend, who, path, { method: 'HEAD', headers })).headers.get('content-range')
    }
    expect(await count(admin)).toMatch(/\/1$/)
    expect(await count(member)).toMatch(/\/0$/)
  })
})

describe('what waits', () => {
  const counts = (who: Identity) => callAs(backend, who, '/rest/v1/rpc/waiting_counts', { method: 'POST', body: {} })

  test('is counted for an administrator', async () => {
    const none = { reviews: 0, enquiries: 0, emails: 0, thanks: 0, invitations: 0 }
    expect(await counts(admin)).toMatchObject({ status: 200, body: none })

    await add()
    await add({ answered_at: '2026-01-02', delivery: 'failed' })
    await add({ kind: 'business-card', name: '', message: 'https://x.example', delivery: 'failed' })
    await backend.sql(`insert into reviews (name, location, text, rating, email, status, thanks_failed_at) values
      ('A', 'x', 'waits', 5, 'a@example.com', 'pending', null),
      ('B', 'x', 'thanked in vain', 5, 'b@example.com', 'approved', now()),
      ('C', 'x', 'rejected since', 5, 'c@example.com', 'rejected', now())`)
    await backend.sql(`insert into review_invitations (name, email, token_hash, answered_at, withdrawn_at, expires_at) values
      ('Open', 'a@example.com', repeat('a', 64), null, null, now() + interval '1 day'),
      ('Answered', 'a@example.com', repeat('b', 64), now(), null, now() + interval '1 day'),
      ('Withdrawn', 'a@example.com', repeat('c', 64), null, now(), now() + interval '1 day'),
      ('Expired', 'd@example.com', repeat('d', 64), null, null, now() - interval '1 day')`)
    expect(await counts(admin)).toMatchObject({
      body: { reviews: 1, enquiries: 1, emails: 2, thanks: 1, invitations: 1 },
    })
  })

  test('is counted for nobody else', async () => {
    for (const who of [member, former])
      expect(await counts(who)).toMatchObject({ status: 403, body: { code: '42501' } })
    expect(await counts('visitor')).toMatchObject({ status: 401 })
    expect((await counts('service')).status).toBeGreaterThanOrEqual(400)
  })
})
