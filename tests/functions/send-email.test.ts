import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_EMAIL_BODY_MAX } from '../../supabase/functions/_shared/contract/admin-email.ts'
import { APPROVAL_MAIL_LIMITS } from '../../supabase/functions/_shared/contract/approval-mail.ts'
import {
  BUSINESS_CARD_SOURCE,
  ENQUIRY_LIMITS,
  RECAPTCHA_BYPASS_TOKEN,
  SEND_EMAIL_LIMITS,
} from '../../supabase/functions/_shared/contract/enquiry.ts'
import { createHandler as sendEmail } from '../../supabase/functions/send-email/handler.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { send } from '../support/backend-http.ts'
import { createSignedInUser, sortStatuses } from '../support/backend-users.ts'
import { TEST_COMPANY } from '../support/company.ts'
import { addReview, insert } from '../support/rows.ts'
import { createUserWithoutCode } from '../support/test-users.ts'
import { drawPicture } from '../support/uploads.ts'
import { callFunction, refused } from './calls.ts'
import { withMailServer } from './mail-server.ts'

let server: TestServer
let admin: { token: string }
let number = 0
let from = ''

beforeAll(async () => {
  server = await startTestServer()
  admin = await createSignedInUser(server, 'owner', { role: 'admin' })
})
afterAll(() => server.stop())
beforeEach(() => {
  number += 1
  from = `127.0.2.${number}`
})

type Options = Parameters<typeof callFunction>[3]
const call = (body: unknown, options: Options = {}) => callFunction(server, 'send-email', body, { from, ...options })
const keyed = (key: string = crypto.randomUUID()) => ({ headers: { 'idempotency-key': key } })
const enquiries = () =>
  server.sql<Record<string, unknown>>('select * from enquiries where email like $1', [`%${number}@example.com`])
const setDelivery = (delivery: 'failed' | 'pending') =>
  server.sql(`update enquiries set delivery = '${delivery}', delivered_at = null where email like $1`, [
    `%${number}@example.com`,
  ])
const mailsAbout = () => server.mails().filter((mail) => JSON.stringify(mail).includes(`${number}@example.com`))
const contact = (change: object = {}) => ({
  isContactForm: true,
  name: 'Ann',
  fromEmail: `ann${number}@example.com`,
  phone: '020 7946 0001',
  subject: 'Damp cellar',
  cardUrl: 'Two lines:\n<b>damp</b> & cold 🥶',
  source: 'projects',
  domain: 'localhost',
  ...change,
})
const share = (change: object = {}) => ({
  isContactForm: false,
  email: `bob${number}@example.com`,
  cardUrl: `${server.url}/business-card`,
  source: BUSINESS_CARD_SOURCE,
  ...change,
})
const sentTo = (recipient: string) => ({
  status: 200,
  json: { success: true, message: `Email would be sent to ${recipient}`, details: { recipient, delivery: 'sent' } },
})

const expectNothingHappened = async (body: unknown, ...refusal: Parameters<typeof refused>) => {
  expect(await call(body)).toMatchObject(refused(...refusal))
  expect(await enquiries()).toEqual([])
  expect(mailsAbout()).toEqual([])
}

describe('an enquiry', () => {
  test('an enquiry is stored and mailed only to the company, with replies to the visitor', async () => {
    const eve = 'eve@example.com'
    const hers = { email: eve, toEmail: eve, recipient: eve, to: eve, cc: eve, bcc: eve, replyTo: eve }
    const answer = await call(contact({ ...hers, headers: { bcc: eve } }))
    const [row, ...others] = await enquiries()
    expect(others).toEqual([])
    expect(answer).toMatchObject(sentTo(TEST_COMPANY.email))
    expect(answer).toMatchObject({ json: { details: { id: row?.id } } })
    const { isContactForm: _, fromEmail: email, cardUrl: message, ...same } = contact()
    expect(row).toMatchObject({ kind: 'contact', email, message, ...same, delivery: 'sent' })
    expect(row?.delivered_at).not.toBeNull()
    const [mail, ...more] = mailsAbout()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: [TEST_COMPANY.email],
      replyTo: `Ann <${email}>`,
      subject: 'Enquiry: Damp cellar',
      text: expect.stringContaining(
        `Name: Ann\nEmail: ${email}\nPhone: 020 7946 0001\nSubject: Damp cellar\nSent from: projects`,
      ),
    })
    // A link among the visitor's words can't pass for ours.
    expect(mail?.text).toMatch(
      /^New message from Ann\n\nReply: ann\d+@example.com\n\nOpen in the dashboard: http\S+\/admin\/dashboard\?enquiry=[0-9a-f-]{36}#enquiries\n\n> Two lines:\n> <b>damp<\/b>/,
    )
    expect(mail?.html.indexOf(`/admin/dashboard?enquiry=${row?.id}#enquiries"`)).toBeLessThan(
      mail?.html.indexOf('Two lines:') ?? 0,
    )
    expect(mail?.html.indexOf('Two lines:')).toBeLessThan(mail?.html.indexOf('020 7946 0001') ?? 0)
    expect(mail?.html).toContain(`href="mailto:${email}?subject=Re%3A%20Enquiry%3A%20Damp%20cellar"`)
    expect(mail?.html).toContain('Two lines:<br>&lt;b&gt;damp&lt;/b&gt; &amp; cold 🥶')
    expect(server.mails(eve)).toEqual([])
  })

  test('an enquiry claims its uploaded photo, and the email counts it', async () => {
    const [set, { bytes }] = [crypto.randomUUID(), await drawPicture()]
    const url = `${server.url}/functions/v1/enquiry-photo/${set}`
    const { json } = await send(url, { method: 'POST', body: bytes, from })
    const { sha256 } = json as { sha256: string }
    const answer = await call(contact(), { headers: { 'enquiry-photos': `${set} ${sha256}` } })
    expect(answer).toMatchObject(sentTo(TEST_COMPANY.email))
    const photos = [{ name: `${set}/${sha256}`, width: 4, height: 3, size: bytes.length }]
    expect(await enquiries()).toMatchObject([{ photo_set: set, photos }])
    expect(mailsAbout()[0]?.text).toContain('\nPhotos: 1 photo\n')
  })

  test("an enquiry's name and subject cannot inject email headers", async () => {
    const change = { name: 'Ann\r\nBcc: eve@example.com', subject: 'Hello\r\nX-Spam: no\u0000 =?utf-8?q?a=0Ab?=' }
    expect(await call(contact(change))).toMatchObject({ status: 200 })
    expect(mailsAbout()).toMatchObject([
      { to: [TEST_COMPANY.email], subject: 'Enquiry: Hello X-Spam: no = ?utf-8?q?a=0Ab?=' },
    ])
    expect(server.mails('eve@example.com')).toEqual([])
  })

  test('a retried enquiry is stored once and mailed again only after a failure', async () => {
    const [body, again] = [contact(), keyed()]
    const first = await call(body, again)
    expect(first).toMatchObject({ status: 200, json: { details: { id: again.headers['idempotency-key'] } } })
    expect((await call(body, again)).json).toEqual(first.json)
    expect(mailsAbout()).toHaveLength(1)

    await setDelivery('failed')
    for (const other of [share(), { ...body, cardUrl: 'Something else altogether.' }])
      expect(await call(other, again)).toMatchObject(refused(400, 'invalid', ['Idempotency-Key']))
    expect(await enquiries()).toMatchObject([{ delivery: 'failed' }])
    expect(await call(body, again)).toMatchObject(sentTo(TEST_COMPANY.email))
    expect(await enquiries()).toMatchObject([{ delivery: 'sent' }])
    expect(mailsAbout()).toHaveLength(2)

    expect(await call(body, keyed('1'))).toMatchObject(refused(400, 'invalid', ['Idempotency-Key']))
    // The first attempt isn't yet marked as sent.
    await setDelivery('pending')
    expect(await call(body, again)).toMatchObject({ status: 200, json: { details: { delivery: 'failed' } } })
    expect(mailsAbout()).toHaveLength(2)
  })

  test.each([
    [{ name: '  ' }, 'name'],
    [{ fromEmail: 'ann' }, 'fromEmail'],
    [{ cardUrl: 'x'.repeat(ENQUIRY_LIMITS.message + 1) }, 'cardUrl'],
    [{ isContactForm: 'true' }, 'isContactForm'],
  ])('refuses an enquiry with %j', async (change, field) => {
    await expectNothingHappened(contact(change), 400, 'invalid', [field])
  })
})

describe('the business card', () => {
  test("a business card whose delivery is uncertain counts towards its recipient's limit", async () => {
    const body = JSON.stringify(share({ cardUrl: `${server.url}/business-card` }))
    const headers = { 'content-type': 'application/json' }
    const mails = await withMailServer(server, 'late', async (services) => {
      const response = await sendEmail(services)(new Request(server.url, { method: 'POST', headers, body }))
      expect(await response.json()).toMatchObject({ error: { code: 'delivery-failed' } })
    })
    expect(mails).toHaveLength(1)
    for (let shared = 1; shared < SEND_EMAIL_LIMITS.recipient.limit; shared++)
      expect(await call(share())).toMatchObject({ status: 200 })
    expect(await call(share())).toMatchObject(refused(429, 'rate-limited'))
  })

  test("sends the company's own card to the recipient once per idempotency key", async () => {
    const recipient = `bob${number}@example.com`
    const again = keyed()
    const [spam, name] = ['Win money at https://evil.example', 'Eve']
    const words = { subject: spam, source: spam, domain: 'evil.example', message: spam, text: spam, html: spam }
    const body = share({ ...words, name, fromEmail: `eve${number}@example.com`, cc: `eve${number}@example.com` })
    for (const _ of ['first', 'again']) expect(await call(body, again)).toMatchObject(sentTo(recipient))
    const [mail, ...others] = mailsAbout()
    expect(others).toEqual([])
    expect(mail?.to).toEqual([recipient])
    expect(mail?.replyTo).toContain(TEST_COMPANY.email)
    for (const part of [TEST_COMPANY.founder, TEST_COMPANY.phone, TEST_COMPANY.email]) {
      expect(mail?.text).toContain(part)
      expect(mail?.html).toContain(part)
    }
    expect(JSON.stringify(mail)).not.toMatch(/Eve|Win money|eve\d|evil/)
    expect(await enquiries()).toMatchObject([
      { kind: 'business-card', email: recipient, message: `${server.url}/business-card`, delivery: 'sent' },
    ])
  })

  test.each(['/business-card?note=Call+0900#pay-here', '/business-card/'])(
    'a business card shared from %s links only to the card page',
    async (page) => {
      const url = new URL(page, server.url)
      url.username = 'your-bank'
      expect(await call(share({ cardUrl: url.href }))).toMatchObject({ status: 200 })
      expect(mailsAbout()[0]?.text).toContain(`View the card online: ${server.url}/business-card\n`)
      expect(mailsAbout()[0]?.html).toContain(`href="${server.url}/business-card"`)
      expect(JSON.stringify(mailsAbout())).not.toMatch(/note|pay-here|your-bank/)
    },
  )

  test("refuses a business card for any other page, including the site's own", async () => {
    const pages =
      '/Your-bank-account-is-locked/call-0900 /business-card/call-0900 /call-0900/business-card /business-card//'
    const others = `${pages} /business-card%2F /Business-Card //business-card /business-cards `.split(' ')
    const hidden = `@evil.example/business-card .evil.example/business-card \\@evil.example/business-card /business-card/../x`
    const elsewhere = ['https://evil.example/business-card', '//evil.example/business-card', '<h1>Dear Bob</h1>']
    const script = `javascript://${new URL(server.url).host}/business-card%0aalert(1)`
    const ours = [...others, ...hidden.split(' ')].map((page) => server.url + page)
    for (const [index, cardUrl] of [...elsewhere, script, '/business-card', ...ours].entries())
      expect(await call(share({ cardUrl }), { from: `127.0.5.${index + 1}` }), cardUrl).toMatchObject(
        refused(403, 'not-allowed'),
      )
    expect(await enquiries()).toEqual([])
    expect(mailsAbout()).toEqual([])
  })

  test.each([undefined, 'bob@example.com,eve@example.com', 'bob@example.com\nBcc: eve@example.com'])(
    'refuses a business card with the recipient %j',
    async (email) => {
      await expectNothingHappened(share({ email }), 400, 'invalid', ['email'])
    },
  )

  test('limits business cards per mailbox a day, whatever the sender or spelling', async () => {
    const { limit } = SEND_EMAIL_LIMITS.recipient
    const last = keyed()
    for (let shared = 0; shared < limit; shared++)
      expect(await call(share(), { from: `127.0.3.${shared + 1}`, ...last })).toMatchObject({ status: 200 })
    expect(mailsAbout()).toHaveLength(1)
    for (let shared = 1; shared < limit; shared++)
      expect(await call(share(), { from: `127.0.3.${shared + 1}` })).toMatchObject({ status: 200 })
    expect(await call(share(), last)).toMatchObject({ status: 200 })
    expect(mailsAbout()).toHaveLength(limit)
    for (const spelling of [`BOB${number}@example.com`, `bob${number}+work@example.com`]) {
      const answer = await call(share({ email: spelling }))
      expect(answer).toMatchObject(refused(429, 'rate-limited'))
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(80_000)
    }
    expect(await call(share({ email: `carol${number}@example.com` }))).toMatchObject({ status: 200 })
  })

  test('limits business cards per Gmail mailbox regardless of dots and domain', async () => {
    const name = `harriet${number}`
    const dotted = [`h.arriet${number}@gmail.com`, `ha.r.riet${number}@googlemail.com`, `h.a.rriet${number}@gmail.com`]
    const spellings = [`${name}@gmail.com`, ...dotted, `HA.RRIET${number}+site@googlemail.com`]
    for (const [index, email] of spellings.entries()) {
      expect(await call(share({ email }), { from: `127.0.4.${index + 1}` })).toMatchObject({ status: 200 })
      expect(server.mails()[0]?.to).toEqual([email])
    }
    for (const email of [`har.riet${number}@gmail.com`, `${name}@googlemail.com`])
      expect(await call(share({ email }))).toMatchObject(refused(429, 'rate-limited'))
    // Outside Gmail, a dot makes another mailbox.
    for (let shared = 0; shared < SEND_EMAIL_LIMITS.recipient.limit; shared++)
      await call(share({ email: `d.ora${number}@example.com` }), { from: `127.0.5.${shared + 1}` })
    expect(await call(share({ email: `dora${number}@example.com` }))).toMatchObject({ status: 200 })
  })
})

const testMail = (change: object = {}) =>
  contact({
    email: TEST_COMPANY.email,
    cardUrl: '<!doctype html><style>p{color:red}</style><p>Hello <b>there</b></p>',
    recaptchaToken: RECAPTCHA_BYPASS_TOKEN,
    ...change,
  })

describe("the administrator's test email", () => {
  test("a test email carries the administrator's HTML only to the company and isn't stored", async () => {
    expect(await call(testMail({ email: 'eve@example.com' }), admin)).toMatchObject(sentTo(TEST_COMPANY.email))
    const [mail, ...others] = mailsAbout()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: [TEST_COMPANY.email],
      replyTo: `Ann <ann${number}@example.com>`,
      text: expect.stringMatching(/^Hello there\s*$/),
    })
    expect(mail?.html.trim()).toBe(testMail().cardUrl)
    expect(await enquiries()).toEqual([])
  })

  test("an administrator's test email ignores the IP limit used up by visitors", async () => {
    const { limit } = SEND_EMAIL_LIMITS.ip
    for (const [body, status] of [
      [contact(), 200],
      [testMail(), 403],
    ] as const) {
      for (let count = 0; count < limit; count++) expect(await call(body)).toMatchObject({ status })
      expect(await call(body)).toMatchObject(refused(429, 'rate-limited'))
    }
    expect(await enquiries()).toHaveLength(limit)
    expect(await call(testMail(), admin)).toMatchObject({ status: 200 })
  })
})

const reviewed = (status = 'approved') => addReview(server, { status, email: `reviewer${number}@example.com` })
const thanks = (approvedReviewId: string, change: object = {}) => ({
  approvedReviewId,
  subject: 'Thank you for your feedback!',
  message: 'Dear Ann,\n<b>thank</b> you & yours 🙂',
  ...change,
})

describe('thank-you emails to reviewers', () => {
  const recipient = () => `reviewer${number}@example.com`

  test('sends a thank-you email once, as text, to the address stored with the review', async () => {
    const id = await reviewed()
    await server.sql('update reviews set thanks_failed_at = now() where id = $1', [id])
    const eve = { email: 'eve@example.com', toEmail: 'eve@example.com', recipient: 'eve@example.com' }
    // The second follows a lost response.
    for (const _ of ['first', 'again']) {
      const answer = await call(thanks(id, { ...eve, subject: 'Thank you\r\nBcc: eve@example.com' }), admin)
      expect(answer).toMatchObject(sentTo(recipient()))
      expect(answer).toMatchObject({ json: { details: { id } } })
    }
    const [mail, ...others] = mailsAbout()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: [recipient()],
      replyTo: expect.stringContaining(TEST_COMPANY.email),
      subject: 'Thank you Bcc: eve@example.com',
      text: expect.stringContaining('Dear Ann,\n<b>thank</b> you & yours 🙂'),
      html: expect.stringContaining('Dear Ann,<br>&lt;b&gt;thank&lt;/b&gt; you &amp; yours 🙂'),
    })
    expect(server.mails('eve@example.com')).toEqual([])
    expect(await enquiries()).toEqual([])
    const recorded = await server.sql(
      'select thanked_at is not null as thanked, thanks_failed_at from reviews where id = $1',
      [id],
    )
    expect(recorded).toEqual([{ thanked: true, thanks_failed_at: null }])
    for (let count = 0; count < SEND_EMAIL_LIMITS.ip.limit; count++)
      expect(await call(contact())).toMatchObject({ status: 200 })
  })

  test('refuses a thank-you email without an approved review', async () => {
    for (const status of ['pending', 'rejected'])
      expect(await call(thanks(await reviewed(status)), admin)).toMatchObject(refused(403, 'not-allowed'))
    const missing = await call(thanks(crypto.randomUUID()), admin)
    expect(missing).toMatchObject(refused(400, 'invalid', ['approvedReviewId']))
    expect(mailsAbout()).toEqual([])
  })

  test.each([
    [{ approvedReviewId: 'x&status=eq.pending' }, 'approvedReviewId'],
    [{ subject: ' ' }, 'subject'],
    [{ message: 'x'.repeat(APPROVAL_MAIL_LIMITS.message + 1) }, 'message'],
  ])('refuses a thank-you email with %j', async (change, field) => {
    expect(await call(thanks(await reviewed(), change), admin)).toMatchObject(refused(400, 'invalid', [field]))
    expect(mailsAbout()).toEqual([])
  })

  test('sends a thank-you email once when requests overlap, and again after a stalled attempt', async () => {
    const id = await reviewed()
    const answers = await Promise.all([1, 2, 3].map(() => call(thanks(id), admin)))
    expect(sortStatuses(answers)).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refused(409, 'conflict'))
    expect(mailsAbout()).toHaveLength(1)

    const other = await reviewed()
    for (const [ago, status] of [
      ['1 minute', 409],
      ['3 minutes', 200],
    ] as const) {
      await server.sql('update reviews set thanks_claimed_at = now() - $2::interval where id = $1', [other, ago])
      expect(await call(thanks(other), admin)).toMatchObject({ status })
    }
    expect(mailsAbout()).toHaveLength(2)
  })
})

describe('resending a stored enquiry', () => {
  const store = (change: object = {}) => {
    const ann = { kind: 'contact', name: 'Ann', email: `ann${number}@example.com`, message: 'Damp' }
    return insert(server, 'enquiries', { ...ann, delivery: 'failed', ...change })
  }
  const resend = (id: unknown) => callFunction(server, 'admin-email', { kind: 'resend-enquiry', id }, admin)

  test('resending a stored enquiry or card reaches its recipient and marks it delivered', async () => {
    const id = await store({ subject: 'Once more' })
    const answer = await resend(id)
    expect(answer).toMatchObject(sentTo(TEST_COMPANY.email))
    expect(answer).toMatchObject({ json: { details: { id } } })
    expect(await enquiries()).toMatchObject([{ delivery: 'sent', delivered_at: expect.anything() }])
    expect(mailsAbout()).toMatchObject([
      { to: [TEST_COMPANY.email], subject: 'Enquiry: Once more', replyTo: `Ann <ann${number}@example.com>` },
    ])

    const card = { kind: 'business-card', name: '', email: `bob${number}@example.com` }
    expect(await resend(await store({ ...card, message: `${server.url}/business-card` }))).toMatchObject(
      sentTo(card.email),
    )
    expect(server.mails(card.email)).toHaveLength(1)
  })

  test('a resent business card counts towards the daily limit of its recipient', async () => {
    const { limit } = SEND_EMAIL_LIMITS.recipient
    const bob = { name: '', email: `bob${number}@example.com` }
    const card = { ...bob, kind: 'business-card', message: `${server.url}/business-card` }
    const [first, second] = [await store(card), await store(card)]
    for (let shared = 1; shared < limit; shared++) expect(await call(share())).toMatchObject({ status: 200 })
    expect(await resend(first)).toMatchObject(sentTo(card.email))
    expect(await call(share())).toMatchObject(refused(429, 'rate-limited'))
    expect(await resend(second)).toMatchObject(refused(429, 'rate-limited'))
    await server.sql('delete from private.rate_limit_hits')
    expect(await resend(second)).toMatchObject(sentTo(card.email))
  })

  test('resends an enquiry once when three requests overlap', async () => {
    const id = await store()
    expect(sortStatuses(await Promise.all([1, 2, 3].map(() => resend(id))))).toEqual([200, 409, 409])
    expect(mailsAbout()).toHaveLength(1)
  })

  test('refuses to resend a delivered or pending enquiry until its attempt has stalled', async () => {
    const sent = { delivery: 'sent', delivered_at: new Date().toISOString() }
    for (const state of [sent, { delivery: 'pending' }])
      expect(await resend(await store(state))).toMatchObject(refused(409, 'conflict'))
    const stuck = { delivery: 'pending', created_at: new Date(Date.now() - 180_000).toISOString() }
    expect(await resend(await store(stuck))).toMatchObject({ status: 200 })
  })

  test.each([
    [crypto.randomUUID(), refused(404, 'not-found')],
    ['nonsense', refused(400, 'invalid', ['id'])],
    [null, refused(400, 'invalid', ['id'])],
    ['x'.repeat(ADMIN_EMAIL_BODY_MAX), refused(413, 'too-large')],
  ])('refuses to resend an enquiry with the id %j', async (id, refusal) => {
    expect(await resend(id)).toMatchObject(refusal)
  })
})

test('refuses all administrator emails to visitors, members and former or banned administrators', async () => {
  const [id, invited] = [crypto.randomUUID(), { name: 'Eve', email: `eve${number}@example.com` }]
  const member = await createSignedInUser(server, 'member')
  const demoted = await createSignedInUser(server, 'demoted', { role: 'admin' })
  const banned = await createSignedInUser(server, 'banned', { role: 'admin' })
  await server.sql(`update auth.users set raw_app_meta_data = '{}' where id = $1`, [demoted.id])
  await server.sql(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [banned.id])
  const approved = await reviewed()
  const users = [member, demoted, banned, await createUserWithoutCode(server)].map(({ token }) => token)
  const tokens = [undefined, server.publishableKey, server.secretKey, 'nonsense', ...users]
  for (const [index, token] of tokens.entries()) {
    const caller = { token, from: `127.0.8.${index + 1}` }
    for (const body of [testMail(), share({ recaptchaToken: RECAPTCHA_BYPASS_TOKEN }), thanks(approved)])
      expect(await call(body, caller)).toMatchObject(refused(403, 'not-allowed'))
    for (const kind of ['resend-enquiry', 'resend-invitation', 'settings', 'invite'])
      expect(await callFunction(server, 'admin-email', { kind, id, ...invited }, caller)).toMatchObject(
        refused(403, 'not-allowed'),
      )
  }
  expect(mailsAbout()).toEqual([])
  expect(await enquiries()).toEqual([])
})
