import { createHash, randomBytes } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { Identity } from '../support/backend-users.ts'
import { addReview } from '../support/rows.ts'
import { startWithUsers } from '../support/test-users.ts'

const database = await startWithUsers()
const { admin, member, rows, rpc, sql } = database
afterAll(database.stop)

const add = (change: object = {}) => addReview(database, { status: 'approved', ...change })
const REPLY = { reply: 'Thank you', replied_at: '2026-01-02' }
const stored = async (id: string) =>
  (await sql<Record<string, unknown>>('select * from reviews where id = $1', [id]))[0]
const setStatus = (who: Identity, id: string, status: string) => rows(who, 'PATCH', `reviews?id=eq.${id}`, { status })
const moderate = (p_ids: string[], p_from: string, p_to: string, more: object = {}) =>
  rpc(admin, 'moderate_reviews', { p_ids, p_from, p_to, ...more })

const newToken = () => randomBytes(32).toString('base64url')
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const claim = async (name: 'claim_reply' | 'claim_thanks', p_id: string, token = newToken()) =>
  (await rpc('service', name, { p_id, p_token_hash: hashOf(token) })).body

describe('replies', () => {
  const save = async (p_id: string, p_reply: string, p_seen = '') =>
    (await rpc('service', 'save_review_reply', { p_id, p_reply, p_seen })).body
  const published = async () => (await rpc('visitor', 'approved_reviews')).body as { id: string }[]

  test('a reply is saved, edited and deleted only by administrators who saw the stored one', async () => {
    const id = await add()
    expect(await save(id, 'Thank you')).toBe('Thank you')
    const first = await stored(id)
    expect(first).toMatchObject({ reply: 'Thank you', replied_at: expect.any(Date), moderated_at: null })
    for (const reply of ['Thanks', '', 'Thank you']) expect(await save(id, reply)).toBe('Thank you')
    expect(await stored(id)).toEqual(first)
    expect(await save(id, 'Thanks', 'Thank you')).toBe('Thanks')
    expect((await stored(id))?.replied_at).not.toEqual(first?.replied_at)
    expect(await save(id, '', 'Thanks')).toBe('')
    expect(await stored(id)).toMatchObject({ reply: '', replied_at: null })
  })

  test.each(['pending', 'rejected'])('a review that is %s gets no reply', async (status) => {
    const id = await add({ status })
    expect(await save(id, 'Thank you')).toBeNull()
    expect(await stored(id)).toMatchObject({ reply: '' })
  })

  test('visitors read a reply only while its review is published', async () => {
    const id = await add(REPLY)
    const shown = expect.objectContaining({ id, ...REPLY, replied_at: expect.stringContaining('2026-01-02') })
    expect(await published()).toContainEqual(shown)
    await moderate([id], 'approved', 'rejected', { p_reason: 'duplicate' })
    expect((await published()).map((review) => review.id)).not.toContain(id)
    await moderate([id], 'rejected', 'approved')
    expect(await published()).toContainEqual(shown)
  })

  test('an email about a reply is claimed once, and again only after an unsent one', async () => {
    const id = await add({ ...REPLY, text: 'Dry' })
    const due = { name: 'Ann', email: 'ann@example.com', text: 'Dry', reply: 'Thank you' }
    const both = await Promise.all([claim('claim_reply', id), claim('claim_reply', id)])
    expect(both.flat()).toEqual([due])
    const record = (change: object) => rows('service', 'PATCH', `reviews?id=eq.${id}`, change)
    const failed = { reply_failed_at: 'now', reply_claimed_at: null }
    const unfinished = { reply_claimed_at: new Date(Date.now() - 180_000).toISOString() }
    for (const change of [failed, unfinished]) {
      expect(await record(change)).toMatchObject({ body: [{ id }] })
      expect(await claim('claim_reply', id)).toEqual([due])
    }
    await record({ reply_sent_at: 'now', reply_failed_at: null, reply_claimed_at: null })
    await save(id, 'Thanks', 'Thank you')
    expect(await claim('claim_reply', id)).toEqual([])
  })

  test('reviews without a reply or not published claim no email and store no link', async () => {
    for (const change of [{}, { ...REPLY, status: 'pending' }, { ...REPLY, status: 'rejected' }]) {
      const id = await add(change)
      expect(await claim('claim_reply', id)).toEqual([])
      expect(await sql('select from private.withdrawal_links where review_id = $1', [id])).toEqual([])
    }
  })
})

describe('withdrawals', () => {
  const ask = async (p_token: string | null, who: Identity = 'visitor') =>
    (await rpc(who, 'review_withdrawal', { p_token })).body
  const withdraw = async (p_token: string | null) => (await rpc('service', 'withdraw_review', { p_token })).body
  const emailed = async (change: object = {}) => {
    const [id, token] = [await add(change), newToken()]
    await claim('claim_thanks', id, token)
    return { id, token }
  }

  test.each(['pending', 'approved'])('the author of a review that is %s can withdraw it once', async (status) => {
    const earlier = { reason: 'something else', reason_note: 'Asked by phone' }
    const { id, token } = await emailed({ ...earlier, text: `Was ${status}` })
    if (status === 'pending') await setStatus(admin, id, status)
    const before = await stored(id)
    for (const who of ['visitor', member] as const)
      expect(await ask(token, who)).toEqual({ state: 'open', text: `Was ${status}` })
    expect(await stored(id)).toEqual(before)
    const answers = await Promise.all([withdraw(token), withdraw(token)])
    const review = { name: 'Ann', location: 'NW3', email: 'ann@example.com', text: `Was ${status}` }
    expect(answers.flat()).toEqual([{ ...review, was_published: status === 'approved' }])
    const after = await stored(id)
    const withdrawn = { status: 'rejected', reason: 'withdrawn by the author', reason_note: '' }
    expect(after).toMatchObject({ ...withdrawn, withdrawn_at: expect.any(Date), moderated_by: null })
    expect(await withdraw(token)).toEqual([])
    expect(await stored(id)).toEqual(after)
    expect(await ask(token)).toEqual({ state: 'withdrawn' })
  })

  test('guessed tokens of withdrawal links reveal and withdraw nothing', async () => {
    const { id, token } = await emailed()
    const before = await stored(id)
    for (const guess of [token.slice(0, -1), `${token} `, token.toLowerCase(), '', '%', null, hashOf(token)]) {
      expect(await ask(guess), `${guess}`).toEqual({ state: 'unknown' })
      expect(await withdraw(guess), `${guess}`).toEqual([])
    }
    expect(await stored(id)).toEqual(before)
  })

  test('the links of both emails work, and only their hashes are stored', async () => {
    const { id, token } = await emailed(REPLY)
    const other = newToken()
    await claim('claim_reply', id, other)
    for (const link of [token, other]) expect(await ask(link)).toMatchObject({ state: 'open' })
    const dump = JSON.stringify(
      await sql('select r.*, l.* from reviews r join private.withdrawal_links l on l.review_id = r.id'),
    )
    for (const link of [token, other]) {
      expect(dump).toContain(hashOf(link))
      expect(dump).not.toContain(link)
    }
    expect(await withdraw(other)).toHaveLength(1)
    expect(await ask(token)).toEqual({ state: 'withdrawn' })
  })

  test('a withdrawn review cannot be restored or get another reason, only deleted', async () => {
    const [{ id, token }, other] = [await emailed(), await add({ status: 'rejected' })]
    await withdraw(token)
    const before = await stored(id)
    expect((await moderate([id, other], 'rejected', 'approved')).body).toEqual([other])
    for (const who of [admin, 'service'] as const)
      expect(await setStatus(who, id, 'approved')).toMatchObject({
        status: 409,
        body: { code: 'PT409', message: 'review_withdrawn' },
      })
    expect(await rows(admin, 'PATCH', `reviews?id=eq.${id}`, { reason: 'duplicate' })).toMatchObject({
      body: { code: '23514' },
    })
    expect(await stored(id)).toEqual(before)
    expect((await rpc(admin, 'delete_reviews', { p_ids: [id] })).body).toEqual([id])
    expect(await ask(token)).toEqual({ state: 'unknown' })
  })

  test('a link cannot withdraw a deleted review until it is restored', async () => {
    const { id, token } = await emailed()
    await moderate([id], 'approved', 'rejected', { p_reason: 'not genuine' })
    const before = await stored(id)
    expect(await ask(token)).toEqual({ state: 'removed' })
    expect(await withdraw(token)).toEqual([])
    expect(await stored(id)).toEqual(before)
    await moderate([id], 'rejected', 'approved')
    expect(await withdraw(token)).toHaveLength(1)
  })
})

describe('the numbers of reviews', () => {
  const numbers = async () => ((await rpc('visitor', 'approved_review_summary')).body as { numbers: unknown }).numbers
  const NONE = { since: null, received: 0, published: 0, waiting: 0, rejected: {} }
  const on = (day: number) => `2026-01-0${day}T00:00:00+00:00`
  const remove = (id: string) => rpc(admin, 'delete_reviews', { p_ids: [id] })
  const reset = async () => {
    await sql('truncate reviews cascade')
    expect(await numbers()).toEqual(NONE)
  }

  test('the numbers of reviews exclude samples, and spam unless it was published', async () => {
    await reset()
    await add({ name: 'Sample: Ann', created_at: on(1) })
    const spam = await add({ status: 'rejected', caught_as_spam: true, created_at: on(2) })
    await remove(await add({ status: 'rejected', caught_as_spam: true }))
    expect(await numbers()).toEqual(NONE)
    await add({ created_at: on(3) })
    expect(await numbers()).toEqual({ ...NONE, since: on(3), received: 1, published: 1 })
    await moderate([spam], 'rejected', 'approved')
    expect(await numbers()).toEqual({ ...NONE, since: on(2), received: 2, published: 2 })
    await moderate([spam], 'approved', 'rejected', { p_reason: 'not genuine' })
    expect(await numbers()).toMatchObject({ received: 2, published: 1, rejected: { 'not genuine': 1 } })
  })

  test('the numbers of reviews follow moderation, and keep permanently deleted ones', async () => {
    await reset()
    const ids: string[] = []
    for (let day = 1; day <= 4; day += 1) ids.push(await add({ status: 'pending', created_at: on(day) }))
    const [one = '', two = '', ...rest] = ids
    const all = { since: on(1), received: 4 }
    await moderate(ids, 'pending', 'approved')
    expect(await numbers()).toEqual({ ...NONE, ...all, published: 4 })
    await moderate(rest, 'approved', 'pending')
    await moderate([one], 'approved', 'rejected', { p_reason: 'something else', p_note: 'Asked by phone' })
    await moderate([two], 'approved', 'rejected', { p_reason: 'duplicate' })
    const moderated = { ...all, published: 0, waiting: 2, rejected: { duplicate: 1, 'something else': 1 } }
    expect(await numbers()).toEqual(moderated)
    await remove(one)
    expect(await numbers()).toEqual(moderated)
    await moderate([two], 'rejected', 'approved')
    const restored = { ...all, published: 1, waiting: 2, rejected: { 'something else': 1 } }
    expect(await numbers()).toEqual(restored)
    await sql('select private.recount_reviews()')
    expect(await numbers()).toEqual(restored)
  })

  test('concurrent moderation and submissions lose no review from the numbers', async () => {
    await reset()
    await sql(`insert into reviews (name, location, text, rating, email, status)
      select 'Ann', 'NW3', 'Dry ' || n, 5, 'ann@example.com', (array['pending', 'approved'])[1 + n % 2] from generate_series(1, 12) n`)
    const found = await sql<{ id: string; status: string }>('select id, status from reviews')
    const moved = found.map(({ id, status }) => moderate([id], status, status === 'pending' ? 'approved' : 'pending'))
    const [answers] = await Promise.all([Promise.all(moved), ...Array.from({ length: 6 }, () => add())])
    expect(answers.map(({ status }) => status)).toEqual(found.map(() => 200))
    expect(await numbers()).toMatchObject({ received: 18, published: 12, waiting: 6 })
  })
})
