import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { REVIEW_REPLY_MAX } from '../../supabase/functions/_shared/contract/admin-email.ts'
import { createHandler as adminEmail } from '../../supabase/functions/admin-email/handler.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { createSignedInUser, rpc } from '../support/backend-users.ts'
import { TEST_COMPANY } from '../support/company.ts'
import { addReview } from '../support/rows.ts'
import { callFunction, refused } from './calls.ts'
import { withMailServer } from './mail-server.ts'

let server: TestServer
let admin: { token: string }
let user: { token: string }
let number = 0
let from = ''

beforeAll(async () => {
  server = await startTestServer()
  admin = await createSignedInUser(server, 'replying-admin', { role: 'admin' })
  user = await createSignedInUser(server, 'no-admin')
})
afterAll(() => server.stop())
beforeEach(() => {
  number += 1
  from = `127.0.8.${number}`
})

const email = () => `author${number}@example.com`
const reviewed = (status = 'approved') => addReview(server, { status, email: email(), text: `Dry ${number}` })
const reply = (id: string, words: string, seen = '', token: string | undefined = admin.token) =>
  callFunction(server, 'admin-email', { kind: 'reply', id, reply: words, seen }, { from, token })
const withdraw = (withdrawal: string) => callFunction(server, 'send-email', { withdrawal }, { from })
const stored = async (id: string) => {
  const [row] = await server.sql<Record<string, unknown>>('select * from reviews where id = $1', [id])
  return row
}
const newestToken = () => /#withdraw=([\w-]+)/.exec(server.mails(email())[0]?.text ?? '')?.[1] ?? ''
const notices = () => server.mails(TEST_COMPANY.email).filter(({ text }) => text.includes(email()))

test('a reply is stored and emailed once to the address of the review', async () => {
  const id = await reviewed()
  const words = 'Thank you, <b>Ann</b>.\r\nhttps://evil.example \u202egnp.exe\u202c'
  const clean = 'Thank you, <b>Ann</b>.\nhttps://evil.example gnp.exe'
  expect(await reply(id, words)).toMatchObject({ status: 200, json: { success: true, reply: clean, delivery: 'sent' } })
  expect(await reply(id, 'Changed', clean)).toMatchObject({ status: 200, json: { reply: 'Changed' } })
  expect(await stored(id)).toMatchObject({ reply: 'Changed', reply_failed_at: null })
  const [mail, ...others] = server.mails(email())
  expect(others).toEqual([])
  expect(mail?.replyTo).toContain(TEST_COMPANY.email)
  expect(mail?.text).toContain(`> ${clean.replace('\n', '\n> ')}`)
  expect(mail?.html).toContain('Thank you, &lt;b&gt;Ann&lt;/b&gt;.<br>https://evil.example gnp.exe')
  expect(await reply(id, '', 'Changed')).toMatchObject({ status: 200, json: { reply: '' } })
  expect(await stored(id)).toMatchObject({ reply: '', replied_at: null })
})

test('an administrator who has seen an older reply gets the stored one and overwrites nothing', async () => {
  const id = await reviewed()
  await reply(id, 'First')
  const late = await reply(id, 'Late')
  expect(late).toMatchObject({ status: 200, json: { success: true, reply: 'First' } })
  expect(await stored(id)).toMatchObject({ reply: 'First' })
})

test('visitors and users without the role can neither reply nor read whether a review exists', async () => {
  const id = await reviewed()
  for (const token of ['', user.token])
    for (const one of [id, crypto.randomUUID()])
      expect(await reply(one, 'Mine', '', token)).toMatchObject(refused(403, 'not-allowed'))
  expect(await stored(id)).toMatchObject({ reply: '' })
  expect(server.mails(email())).toEqual([])
})

test('a reply is refused if it is too long or its review is not published', async () => {
  const id = await reviewed()
  expect(await reply(id, 'x'.repeat(REVIEW_REPLY_MAX))).toMatchObject({ status: 200 })
  const tooLong = await reply(id, '語'.repeat(REVIEW_REPLY_MAX + 1))
  expect(tooLong).toMatchObject(refused(400, 'invalid', ['reply']))
  expect(await reply(await reviewed('pending'), 'Early')).toMatchObject(refused(404, 'not-found'))
})

test('a reply whose email is refused stays, and saving it again repeats the email', async () => {
  const id = await reviewed()
  const send = (services: Parameters<typeof adminEmail>[0]) =>
    adminEmail(services)(
      new Request(server.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
        body: JSON.stringify({ kind: 'reply', id, reply: 'Thanks', seen: '' }),
      }),
    ).then((response) => response.json())
  await withMailServer(server, 'refuses', async (services) => {
    expect(await send(services)).toMatchObject({ success: true, reply: 'Thanks', delivery: 'failed' })
  })
  expect(await stored(id)).toMatchObject({ reply: 'Thanks', reply_sent_at: null, reply_failed_at: expect.anything() })
  expect(await reply(id, 'Thanks', 'Thanks')).toMatchObject({ status: 200, json: { delivery: 'sent' } })
  expect(await stored(id)).toMatchObject({ reply_failed_at: null })
})

test('the thank-you email has a withdrawal link below its editable text', async () => {
  const id = await reviewed()
  const thanks = { approvedReviewId: id, subject: 'Thanks', message: 'Dear Ann' }
  expect(await callFunction(server, 'send-email', thanks, { from, token: admin.token })).toMatchObject({ status: 200 })
  expect(server.mails(email())[0]?.text).toMatch(
    /Dear Ann\n\n[\s\S]*Withdraw your review: http\S+\/testimonials#withdraw=/,
  )
  const token_hash = createHash('sha256').update(newestToken()).digest('hex')
  expect(await server.sql('select token_hash from private.withdrawal_links where review_id = $1', [id])).toEqual([
    { token_hash },
  ])
})

test('a withdrawal link changes nothing when it is read, works once and tells the owner', async () => {
  const id = await reviewed()
  await reply(id, 'Thanks')
  const token = newestToken()
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  for (let scans = 0; scans < 2; scans++)
    expect((await rpc(server, 'visitor', 'review_withdrawal', { p_token: token })).body).toEqual({
      state: 'open',
      text: `Dry ${number}`,
    })
  expect(await stored(id)).toMatchObject({ status: 'approved' })
  expect(await withdraw(token)).toMatchObject({ status: 200, json: { success: true } })
  expect(await stored(id)).toMatchObject({ status: 'rejected', reason: 'withdrawn by the author' })
  expect(await withdraw(token)).toMatchObject(refused(404, 'not-found'))
  expect(notices()).toMatchObject([
    { subject: 'Ann has withdrawn their review', text: expect.stringContaining('> Dry') },
  ])
})

test('guessed and malformed withdrawal links change nothing and are limited per address', async () => {
  const id = await reviewed('pending')
  for (const token of ['', 'x', `${'a'.repeat(42)}'`, null])
    expect(await withdraw(token as string)).toMatchObject(refused(400, 'invalid', ['withdrawal']))
  const guess = createHash('sha256').update(id).digest('base64url')
  for (let tries = 0; tries < 10; tries++) expect(await withdraw(guess)).toMatchObject(refused(404, 'not-found'))
  expect(await withdraw(guess)).toMatchObject(refused(429, 'rate-limited'))
  expect(await stored(id)).toMatchObject({ status: 'pending' })
  expect(notices()).toEqual([])
})
