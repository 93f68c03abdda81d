import { createHash, randomBytes } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { paths } from '../../src/paths.ts'
import {
  INVITATION_DAYS,
  invitationLink,
  TESTIMONIALS_PATH,
} from '../../supabase/functions/_shared/contract/invitation.ts'
import type { Identity } from '../support/backend-users.ts'
import { addReview } from '../support/rows.ts'
import { startWithUsers } from '../support/test-users.ts'

const database = await startWithUsers()
const { admin, member, outsiders, rows, rpc, sql } = database
afterAll(database.stop)

const newToken = () => randomBytes(32).toString('base64url')
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const CLOSED = {
  answered: 'answered_at = now()',
  withdrawn: 'withdrawn_at = now()',
  expired: "expires_at = now() - interval '1 minute'",
}
let number = 0

// `change` is SQL that sets the state.
const invite = async (change = '') => {
  number += 1
  const [token, earlier] = [newToken(), newToken()]
  const email = `customer${number}@example.com`
  const [row] = await sql<{ id: string }>(
    `insert into review_invitations (name, email, location, token_hash, earlier_token_hashes, delivery, sent_at)
     values ('Ann', $1, 'Camden', $2, $3, 'sent', now()) returning id`,
    [email, hashOf(token), [hashOf(newToken()), hashOf(earlier)]],
  )
  if (change) await sql(`update review_invitations set ${change} where id = $1`, [row?.id])
  return { id: row?.id ?? '', token, earlier, email }
}
const stored = async (id: string) =>
  (await sql<Record<string, unknown>>('select * from review_invitations where id = $1', [id]))[0]
const withdraw = (who: Identity, id: string, withdrawn_at: string | null = 'now') =>
  rows(who, 'PATCH', `review_invitations?id=eq.${id}`, { withdrawn_at })
const remove = (who: Identity, id: string) => rows(who, 'DELETE', `review_invitations?id=eq.${id}`)

describe('the invitations table', () => {
  test('only the service role can use token hashes, and it cannot delete invitations', async () => {
    const one = `review_invitations?id=eq.${(await invite()).id}`
    const hashes = { token_hash: hashOf(newToken()), earlier_token_hashes: [] }
    for (const [column, value] of Object.entries(hashes)) {
      expect(await rows(admin, 'GET', `${one}&${column}=not.is.null`)).toMatchObject({ status: 403 })
      expect(await rows(admin, 'PATCH', one, { [column]: value })).toMatchObject({ status: 403 })
    }
    expect(await rows('service', 'PATCH', one, { delivery: 'sent', ...hashes })).toMatchObject({ status: 200 })
    expect(await rows('service', 'DELETE', one)).toMatchObject({ status: 403 })
  })

  test('an administrator can withdraw only unanswered invitations, timed by the database clock', async () => {
    const { id } = await invite()
    expect(await withdraw(admin, id, null)).toMatchObject({ status: 403 })
    expect(await withdraw(admin, id)).toMatchObject({ status: 200, body: [{ id }] })
    expect(Math.abs(Date.parse(String((await stored(id))?.withdrawn_at)) - Date.now())).toBeLessThan(60_000)
    expect(await withdraw(admin, id, null)).toMatchObject({ body: [] })
    expect(await withdraw(admin, (await invite(CLOSED.answered)).id)).toMatchObject({ body: [] })
  })

  test('an administrator can delete only closed invitations', async () => {
    for (const change of Object.values(CLOSED)) {
      const { id } = await invite(change)
      expect(await remove(admin, id)).toMatchObject({ body: [{ id }] })
      expect(await stored(id)).toBeUndefined()
    }
    // Removing it would invalidate the link.
    expect(await remove(admin, (await invite()).id)).toMatchObject({ status: 200, body: [] })
  })

  test('an email address has at most one unanswered invitation, ignoring case', async () => {
    const { email, id } = await invite()
    const again = () =>
      sql(`insert into review_invitations (name, email, token_hash) values ('Ann', $1, $2)`, [
        email.toUpperCase(),
        hashOf(newToken()),
      ])
    await expect(again()).rejects.toThrow('review_invitations_open_once')
    await sql(`update review_invitations set ${CLOSED.answered} where id = $1`, [id])
    await again()
  })

  test('the invitation expiry, path and link match the contract', async () => {
    const { id } = await invite()
    const { expires_at, created_at } = (await stored(id)) as { expires_at: Date; created_at: Date }
    expect((expires_at.getTime() - created_at.getTime()) / 86_400_000).toBe(INVITATION_DAYS)
    expect(TESTIMONIALS_PATH).toBe(paths.testimonials.href)
    expect(new URL(invitationLink('https://example.com', 'T')).hash).toBe('#invitation=T')
  })
})

describe('the invitation lookup', () => {
  const ask = async (token: string | null, who: Identity = 'visitor') =>
    (await rpc(who, 'review_invitation', { p_token: token })).body

  test('an open invitation is returned only for its current or earlier tokens', async () => {
    const { token, earlier, email } = await invite()
    for (const link of [token, earlier])
      for (const who of ['visitor', member] as const)
        expect(await ask(link, who)).toEqual({ state: 'open', name: 'Ann', email, location: 'Camden' })
    const near = [token.slice(1), token.slice(0, -1), `${token} `, token.toLowerCase(), [...token].reverse().join('')]
    for (const guess of [...near, '', '_'.repeat(43), "' or true --", '%', null, hashOf(token), newToken()])
      expect(await ask(guess), `${guess}`).toEqual({ state: 'unknown' })
  })

  test.each(Object.entries(CLOSED))(
    'the lookup returns only the state of an invitation that is %s',
    async (state, change) => {
      const { token, earlier } = await invite(change)
      for (const link of [token, earlier]) expect(await ask(link)).toEqual({ state })
    },
  )
})

describe('an invited testimonial', () => {
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
    sql<{ id: string; verified: boolean; status: string }>(
      'select id, verified, status, moderated_at from reviews where lower(email) = $1 order by verified',
      [`customer${number}@example.com`],
    )
  const answered = { review_id: expect.any(String), answered_at: expect.any(Date) }
  const open = { review_id: null, answered_at: null }

  test('only the first testimonial sent with an invitation is verified and answers it', async () => {
    const { id, token } = await invite()
    const { body } = await send(token)
    expect(body).toMatchObject([{ verified: true, approval_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect(await stored(id)).toMatchObject({ ...answered, review_id: (await reviews())[0]?.id })
    expect((await send(token, { p_text: 'More words' })).body).toMatchObject([{ verified: false }])
    expect((await reviews()).map(({ verified }) => verified)).toEqual([false, true])
  })

  test('resubmitting a testimonial through any of its links stores nothing, even after publication', async () => {
    const { token, earlier } = await invite()
    expect((await send(earlier)).body).toMatchObject([{ verified: true }])
    expect((await send(token)).body).toEqual([])
    await sql(`update reviews set status = 'approved' where email = $1`, [`customer${number}@example.com`])
    expect((await send(token)).body).toEqual([])
    expect(await reviews()).toHaveLength(1)
  })

  test('a pending testimonial becomes verified when resubmitted with an invitation', async () => {
    const { id, token } = await invite()
    const waiting = await addReview(database, { text: `Dry ${number}`, email: `Customer${number}@example.com` })
    expect(await send(newToken())).toMatchObject({ status: 200, body: [] })
    expect((await send(token)).body).toMatchObject([{ id: waiting, verified: true }])
    expect(await stored(id)).toMatchObject({ ...answered, review_id: waiting })
    expect(await reviews()).toEqual([{ id: waiting, verified: true, status: 'pending', moderated_at: null }])
  })

  test('resubmitting a pending verified testimonial leaves a second invitation open', async () => {
    const words = { p_text: 'Waits', p_email: 'twice@example.com' }
    await send((await invite()).token, words)
    const { id, token } = await invite()
    expect(await send(token, words)).toMatchObject({ status: 200, body: [] })
    expect(await stored(id)).toMatchObject(open)
    expect((await send(token, { ...words, p_text: 'A second job' })).body).toMatchObject([{ verified: true }])
    expect(await stored(id)).toMatchObject(answered)
  })

  test.each([...Object.entries(CLOSED), ['unknown', '']])(
    'a testimonial is not verified when its invitation is %s',
    async (state, change) => {
      const { token, id } = await invite(change)
      const { body } = await send(state === 'unknown' ? newToken() : token)
      expect(body).toMatchObject([{ verified: false }])
      expect(await stored(id)).toMatchObject({ review_id: null })
    },
  )

  test('an invitation stays open if its testimonial is invalid or bypasses the function', async () => {
    const { token, id } = await invite()
    expect(await send(token, { p_rating: 6 })).toMatchObject({ status: 400, body: { code: '23514' } })
    for (const who of ['visitor', ...outsiders, admin] as const)
      expect(await send(token, {}, who)).toMatchObject({ body: { code: '42501' } })
    expect(await stored(id)).toMatchObject(open)
  })
})

describe('the invitation page', () => {
  type Page = { total: number; invitations: { id: string; email: string; created_at: string }[] }
  const page = async (call: object) => (await rpc(admin, 'invitation_page', call)).body as Page

  test.each([
    ['sent', ''],
    ['failed', "delivery = 'failed'"],
    ['pending', "delivery = 'pending'"],
    ...Object.entries(CLOSED),
  ])('the invitation page lists an invitation as %s without its token', async (state, change) => {
    const { email } = await invite(change)
    const found = await page({ p_search: email.toUpperCase() })
    expect(found).toMatchObject({ total: 1, invitations: [{ email, state }] })
    expect(JSON.stringify(found)).not.toMatch(/token/)
  })

  test('the invitation list is paged, newest first', async () => {
    const later = (seconds: number) => `created_at = now() + interval '${seconds} seconds'`
    const names = []
    for (const seconds of [3, 2, 1]) names.push((await invite(later(seconds))).email)
    const first = await page({ p_limit: 2 })
    const last = first.invitations.at(-1)
    const second = await page({ p_before: last?.created_at, p_before_id: last?.id, p_limit: 2 })
    expect([...first.invitations, ...second.invitations].slice(0, 3).map(({ email }) => email)).toEqual(names)
    expect(first.total).toBeGreaterThan(3)
  })
})
