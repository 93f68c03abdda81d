import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '../../src/paths.ts'
import {
  INVITATION_DAYS,
  invitationLink,
  TESTIMONIALS_PATH,
} from '../../supabase/functions/_shared/contract/invitation.ts'
import { REVIEW_LIMITS } from '../../supabase/functions/_shared/contract/review.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, type Identity, signedIn } from '../support/backend-users.ts'

type Row = { id: string; token: string; email: string }

let backend: TestBackend
let admin: Identity & { id: string }
let member: Identity
let number = 0

beforeAll(async () => {
  backend = await createTestBackend()
  admin = await signedIn(backend, 'invitations-admin', { role: 'admin' })
  member = await signedIn(backend, 'invitations-member')
})
afterAll(() => backend.stop())

const newToken = () => randomBytes(32).toString('base64url')
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Stores an invitation; `change` is SQL that puts it into its state. */
const invite = async (change = ''): Promise<Row> => {
  number += 1
  const token = newToken()
  const email = `customer${number}@example.com`
  const [row] = await backend.sql<{ id: string }>(
    `insert into review_invitations (name, email, location, token_hash, delivery, sent_at)
     values ('Ann', $1, 'Camden', $2, 'sent', now()) returning id`,
    [email, hashOf(token)],
  )
  if (change) await backend.sql(`update review_invitations set ${change} where id = $1`, [row?.id])
  return { id: row?.id ?? '', token, email }
}
const stored = async (id: string) =>
  (await backend.sql<Record<string, unknown>>('select * from review_invitations where id = $1', [id]))[0]

const EXPIRED = "expires_at = now() - interval '1 minute'"
const CLOSED = { answered: 'answered_at = now()', withdrawn: 'withdrawn_at = now()', expired: EXPIRED }

const withdraw = (who: Identity, id: string, withdrawn_at: string | null = 'now') =>
  callAs(backend, who, `/rest/v1/review_invitations?id=eq.${id}&select=id`, {
    method: 'PATCH',
    body: { withdrawn_at },
    headers: { prefer: 'return=representation' },
  })
const remove = (who: Identity, id: string) =>
  callAs(backend, who, `/rest/v1/review_invitations?id=eq.${id}`, { method: 'DELETE' })
const rpc = (who: Identity, name: string, body: object) =>
  callAs(backend, who, `/rest/v1/rpc/${name}`, { method: 'POST', body })

describe('the table', () => {
  test('is closed to visitors and shows plain users nothing', async () => {
    const { id } = await invite()
    for (const columns of ['id', 'email', 'token_hash', '*'])
      expect(await callAs(backend, 'visitor', `/rest/v1/review_invitations?select=${columns}`)).toMatchObject({
        status: 401,
        body: { code: '42501' },
      })
    expect(await callAs(backend, member, '/rest/v1/review_invitations?select=id')).toMatchObject({ body: [] })
    expect(await callAs(backend, admin, `/rest/v1/review_invitations?select=id,email&id=eq.${id}`)).toMatchObject({
      body: [{ id }],
    })
  })

  test('shows the hash of a token to nobody', async () => {
    for (const who of [member, admin])
      expect(await callAs(backend, who, '/rest/v1/review_invitations?select=token_hash')).toMatchObject({
        status: 403,
        body: { code: '42501' },
      })
  })

  test.each([
    ['a visitor', () => 'visitor' as const, 401],
    ['a plain user', () => member, 403],
    ['an administrator', () => admin, 403],
  ])('takes no invitation past the function: %s', async (_, who, status) => {
    const body = { name: 'Eve', email: 'eve@example.com', token_hash: hashOf('x') }
    expect(await callAs(backend, who(), '/rest/v1/review_invitations', { method: 'POST', body })).toMatchObject({
      status,
    })
  })

  test('lets only an administrator withdraw, by the clock of the database, and only what is unanswered', async () => {
    const { id } = await invite()
    expect(await withdraw('visitor', id)).toMatchObject({ status: 401 })
    expect(await withdraw(member, id)).toMatchObject({ body: [] })
    expect(await stored(id)).toMatchObject({ withdrawn_at: null })
    expect(await withdraw(admin, id)).toMatchObject({ status: 200, body: [{ id }] })
    expect(Math.abs(Date.parse(String((await stored(id))?.withdrawn_at)) - Date.now())).toBeLessThan(60_000)
    const answered = await invite(CLOSED.answered)
    expect(await withdraw(admin, answered.id)).toMatchObject({ body: [] })
  })

  test('does not let a withdrawn invitation come back', async () => {
    const { id } = await invite(CLOSED.withdrawn)
    await withdraw(admin, id, null)
    expect((await stored(id))?.withdrawn_at).not.toBeNull()
    const open = await invite()
    expect(await withdraw(admin, open.id, null)).toMatchObject({ status: 403 })
  })

  test('lets nobody change what else an invitation says', async () => {
    const { id } = await invite()
    for (const change of [{ email: 'eve@example.com' }, { token_hash: hashOf('x') }, { expires_at: '2099-01-01' }])
      expect(
        await callAs(backend, admin, `/rest/v1/review_invitations?id=eq.${id}`, { method: 'PATCH', body: change }),
      ).toMatchObject({ status: 403 })
  })

  test.each(Object.entries(CLOSED))('lets an administrator delete what is %s, nobody else', async (_, change) => {
    const { id } = await invite(change)
    await remove('visitor', id)
    await remove(member, id)
    expect(await stored(id)).toBeDefined()
    await remove(admin, id)
    expect(await stored(id)).toBeUndefined()
  })

  test('keeps an open invitation from being deleted: its link would turn unknown', async () => {
    const { id } = await invite()
    await remove(admin, id)
    expect(await stored(id)).toBeDefined()
  })

  test('holds one unanswered invitation of an address, whatever its case', async () => {
    const { email, id } = await invite()
    const again = () =>
      backend.sql(`insert into review_invitations (name, email, token_hash) values ('Ann', $1, $2)`, [
        email.toUpperCase(),
        hashOf(newToken()),
      ])
    await expect(again()).rejects.toThrow('review_invitations_open_once')
    await backend.sql(`update review_invitations set ${CLOSED.answered} where id = $1`, [id])
    await again()
  })

  test.each(Object.entries({ name: REVIEW_LIMITS.name, location: REVIEW_LIMITS.location }))(
    "has the contract's limit of %s",
    async (column, limit) => {
      const { id } = await invite()
      const change = (text: string) =>
        backend.sql(`update review_invitations set ${column} = $2 where id = $1`, [id, text])
      await change('ü'.repeat(limit))
      await expect(change('x'.repeat(limit + 1))).rejects.toThrow('check constraint')
    },
  )

  test("has the contract's days and path", async () => {
    const { id } = await invite()
    const [row] = await backend.sql<{ days: number }>(
      'select extract(day from expires_at - created_at)::int as days from review_invitations where id = $1',
      [id],
    )
    expect(row?.days).toBe(INVITATION_DAYS)
    expect(TESTIMONIALS_PATH).toBe(paths.testimonials.href)
    expect(new URL(invitationLink('https://example.com', 'T')).hash).toBe('#invitation=T')
  })
})

describe('what the holder of a link is told', () => {
  const ask = async (token: string, who: Identity = 'visitor') =>
    (await rpc(who, 'review_invitation', { p_token: token })).body

  test('is what to fill in while it is open, and nothing else', async () => {
    const { token, email } = await invite()
    const told = { state: 'open', name: 'Ann', email, location: 'Camden' }
    expect(await ask(token)).toEqual(told)
    expect(await ask(token, member)).toEqual(told)
  })

  test.each(Object.entries(CLOSED))('is only that it is %s', async (state, change) => {
    const { token } = await invite(change)
    expect(await ask(token)).toEqual({ state })
  })

  test.each(['', 'x', `${'A'.repeat(43)}`, "' or true --", '%'])('is nothing about %j', async (token) => {
    expect(await ask(token)).toEqual({ state: 'unknown' })
  })

  test('is nothing to somebody who knows the hash alone', async () => {
    const { token } = await invite()
    expect(await ask(hashOf(token))).toEqual({ state: 'unknown' })
  })
})

describe('a testimonial with a token', () => {
  const send = (token: string, change: object = {}, who: Identity = 'service') =>
    rpc(who, 'submit_invited_review', {
      p_token: token,
      p_name: 'Ann',
      p_location: 'Camden',
      p_text: `Dry ${number}`,
      p_rating: 5,
      p_source: 'Website',
      p_email: `customer${number}@example.com`,
      ...change,
    })
  const reviews = () =>
    backend.sql<{ id: string; verified: boolean }>('select id, verified from reviews where email = $1', [
      `customer${number}@example.com`,
    ])

  test('is verified once, and answers the invitation', async () => {
    const { id, token } = await invite()
    const { body } = await send(token)
    expect(body).toMatchObject([{ verified: true, approval_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    const [review] = await reviews()
    expect(await stored(id)).toMatchObject({ review_id: review?.id, answered_at: expect.anything() })
    expect((await send(token, { p_text: 'More words' })).body).toMatchObject([{ verified: false }])
    expect((await reviews()).filter(({ verified }) => verified)).toHaveLength(1)
  })

  test('makes nothing when the same words come again, also after they were published', async () => {
    const { token } = await invite()
    await send(token)
    expect((await send(token)).body).toEqual([])
    await backend.sql(`update reviews set status = 'approved' where email = $1`, [`customer${number}@example.com`])
    expect((await send(token)).body).toEqual([])
    expect(await reviews()).toHaveLength(1)
  })

  test('makes the same words verified that were sent without the link and still wait', async () => {
    const { id, token } = await invite()
    const waiting = await backend.sql<{ id: string }>(
      `insert into reviews (name, location, text, rating, email) values ('Ann', 'Camden', $1, 5, $2) returning id`,
      [`Dry ${number}`, `Customer${number}@example.com`],
    )
    expect(await send(newToken())).toMatchObject({ status: 200, body: [] })
    expect((await send(token)).body).toMatchObject([{ id: waiting[0]?.id, verified: true }])
    expect(await stored(id)).toMatchObject({ review_id: waiting[0]?.id, answered_at: expect.anything() })
    const rows = await backend.sql('select verified, status, moderated_at from reviews where lower(email) = $1', [
      `customer${number}@example.com`,
    ])
    expect(rows).toEqual([{ verified: true, status: 'pending', moderated_at: null }])
  })

  test('whose words wait already, verified, leaves a second invitation open for others', async () => {
    const words = { p_text: 'Waits', p_email: 'twice@example.com' }
    await send((await invite()).token, words)
    const { id, token } = await invite()
    expect(await send(token, words)).toMatchObject({ status: 200, body: [] })
    expect(await stored(id)).toMatchObject({ answered_at: null, review_id: null })
    expect((await send(token, { ...words, p_text: 'A second job' })).body).toMatchObject([{ verified: true }])
    expect(await stored(id)).toMatchObject({ answered_at: expect.anything(), review_id: expect.anything() })
  })

  test('of two at the same time, one is verified', async () => {
    const { token } = await invite()
    await Promise.all([send(token, { p_text: 'One' }), send(token, { p_text: 'Two' })])
    expect((await reviews()).map(({ verified }) => verified).sort()).toEqual([false, true])
  })

  test.each([...Object.entries(CLOSED), ['unknown', EXPIRED]])(
    'of an invitation that is %s is an ordinary one',
    async (state, change) => {
      const { token, id } = await invite(change)
      expect((await send(state === 'unknown' ? newToken() : token)).body).toMatchObject([{ verified: false }])
      expect(await stored(id)).toMatchObject({ review_id: null })
    },
  )

  test('that the table refuses leaves the invitation open', async () => {
    const { token, id } = await invite()
    expect(await send(token, { p_rating: 6 })).toMatchObject({ status: 400 })
    expect(await stored(id)).toMatchObject({ answered_at: null })
  })

  test.each([
    ['a visitor', () => 'visitor' as const],
    ['a plain user', () => member],
    ['an administrator', () => admin],
  ])('is not taken past the function from %s', async (_, who) => {
    const { token, id } = await invite()
    expect(await send(token, {}, who())).toMatchObject({ body: { code: '42501' } })
    expect(await stored(id)).toMatchObject({ answered_at: null })
  })
})

describe('the page of invitations', () => {
  test('answers administrators only, and says so to everyone else', async () => {
    expect(await rpc(admin, 'invitation_page', {})).toMatchObject({ status: 200 })
    expect(await rpc('visitor', 'invitation_page', {})).toMatchObject({ status: 401, body: { code: '42501' } })
    expect(await rpc(member, 'invitation_page', {})).toMatchObject({ status: 403, body: { code: '42501' } })
  })

  test.each([
    ['sent', ''],
    ['failed', "delivery = 'failed'"],
    ['pending', "delivery = 'pending'"],
    ...Object.entries(CLOSED),
  ])('tells that one is %s, without its token', async (state, change) => {
    const { email } = await invite(change)
    const { body } = await rpc(admin, 'invitation_page', { p_search: email.toUpperCase() })
    expect(body).toMatchObject({ total: 1, invitations: [{ email, state }] })
    expect(JSON.stringify(body)).not.toMatch(/token/)
  })

  test('comes in parts, newest first', async () => {
    // The embedded database's clock counts milliseconds.
    const later = (seconds: number) => `created_at = now() + interval '${seconds} seconds'`
    const names = [await invite(later(1)), await invite(later(2)), await invite(later(3))]
      .map(({ email }) => email)
      .reverse()
    const page = async (p_offset: number) =>
      (await rpc(admin, 'invitation_page', { p_offset, p_limit: 2 })).body as {
        total: number
        invitations: { email: string }[]
      }
    const [first, second] = [await page(0), await page(2)]
    expect([...first.invitations, ...second.invitations].slice(0, 3).map(({ email }) => email)).toEqual(names)
    expect(first.total).toBeGreaterThan(3)
  })
})

test('a call taken back counts no more', async () => {
  const hit = () => rpc('service', 'hit_rate_limit', { p_bucket: 'test:1', p_limit: 1, p_window_seconds: 60 })
  expect((await hit()).body).toMatchObject([{ allowed: true }])
  expect((await hit()).body).toMatchObject([{ allowed: false }])
  for (const who of ['visitor', member, admin] as const)
    expect(await rpc(who, 'release_rate_limit', { p_bucket: 'test:1' })).toMatchObject({ body: { code: '42501' } })
  expect((await hit()).body).toMatchObject([{ allowed: false }])
  await rpc('service', 'release_rate_limit', { p_bucket: 'test:1' })
  expect((await hit()).body).toMatchObject([{ allowed: true }])
})
