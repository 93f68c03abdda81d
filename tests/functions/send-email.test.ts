import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isAdmin } from '../../supabase/functions/_shared/caller.ts'
import {
  BUSINESS_CARD_SOURCE,
  ENQUIRY_LIMITS,
  RECAPTCHA_BYPASS_TOKEN,
  SEND_EMAIL_BODY_MAX,
  SEND_EMAIL_LIMITS,
} from '../../supabase/functions/_shared/contract/enquiry.ts'
import { readSettings } from '../../supabase/functions/_shared/env.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { type HttpCall, postJson } from '../support/backend-http.ts'
import { signedIn } from '../support/backend-users.ts'
import { FEWEST_SETTINGS, TEST_COMPANY } from '../support/company.ts'

let server: TestServer
let number = 0
let from = ''

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(() => {
  number += 1
  from = `127.0.2.${number}`
})

const settings = readSettings(FEWEST_SETTINGS)

const call = (body: unknown, options: HttpCall = {}) =>
  postJson(`${server.url}/functions/v1/send-email`, body, { from, ...options })
const keyed = (key: string = crypto.randomUUID()) => ({ headers: { 'idempotency-key': key } })
const keyOf = ({ headers }: ReturnType<typeof keyed>) => headers['idempotency-key']
const enquiries = () =>
  server.sql<Record<string, unknown>>('select * from enquiries where email like $1', [`%${number}@example.com`])
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
const refused = (code: string, fields?: string[]) => ({ success: false, error: { code, ...(fields && { fields }) } })

const expectNothingHappened = async (body: unknown, status: number, code: string, fields?: string[]) => {
  expect(await call(body)).toMatchObject({ status, json: refused(code, fields) })
  expect(await enquiries()).toEqual([])
  expect(mailsAbout()).toEqual([])
}

describe('an enquiry', () => {
  test.each([
    ['from the contact form', contact],
    ['that shares the card', share],
  ])('%s that comes again under its id is stored and mailed once', async (_, request) => {
    const [body, again] = [request(), keyed()]
    const first = await call(body, again)
    expect(first).toMatchObject({ status: 200, json: { success: true, details: { id: keyOf(again) } } })
    expect((await call(body, again)).json).toEqual(first.json)
    expect(await enquiries()).toHaveLength(1)
    expect(mailsAbout()).toHaveLength(1)
  })

  test('that comes again under its id after its e-mail failed is mailed', async () => {
    const [body, again] = [contact(), keyed()]
    await call(body, again)
    await server.sql("update enquiries set delivery = 'failed', delivered_at = null where id = $1", [keyOf(again)])
    expect(await call(body, again)).toMatchObject({ status: 200, json: { details: { delivery: 'sent' } } })
    expect(await enquiries()).toMatchObject([{ delivery: 'sent' }])
    expect(mailsAbout()).toHaveLength(2)
  })

  test('that comes again while its first e-mail is under way is stored, and not said to be sent', async () => {
    const [body, again] = [contact(), keyed()]
    await call(body, again)
    await server.sql("update enquiries set delivery = 'pending', delivered_at = null where id = $1", [keyOf(again)])
    expect(await call(body, again)).toMatchObject({ status: 200, json: { details: { delivery: 'failed' } } })
    expect(mailsAbout()).toHaveLength(1)
  })

  test('under the id of another one is refused, and neither is sent', async () => {
    const [body, again] = [contact(), keyed()]
    await call(body, again)
    await server.sql("update enquiries set delivery = 'failed', delivered_at = null where id = $1", [keyOf(again)])
    for (const other of [share(), { ...body, cardUrl: 'Something else altogether.' }])
      expect(await call(other, again)).toMatchObject({ status: 400, json: refused('invalid', ['Idempotency-Key']) })
    expect(await enquiries()).toMatchObject([{ delivery: 'failed' }])
    expect(mailsAbout()).toHaveLength(1)
  })

  test('with a key that is none is refused', async () => {
    expect(await call(contact(), keyed('1'))).toMatchObject({
      status: 400,
      json: refused('invalid', ['Idempotency-Key']),
    })
    expect(await enquiries()).toEqual([])
  })

  test('is stored and mailed to the company, and answering it goes to the visitor', async () => {
    const answer = await call(contact())
    const [row, ...others] = await enquiries()
    expect(others).toEqual([])
    expect(answer).toMatchObject({
      status: 200,
      json: {
        success: true,
        message: `Email would be sent to ${TEST_COMPANY.email}`,
        details: { id: row?.id, recipient: TEST_COMPANY.email, delivery: 'sent' },
      },
    })
    expect(row).toMatchObject({
      kind: 'contact',
      name: 'Ann',
      message: contact().cardUrl,
      phone: '020 7946 0001',
      subject: 'Damp cellar',
      delivery: 'sent',
    })
    expect(row?.delivered_at).not.toBeNull()
    const [mail] = mailsAbout()
    expect(mail).toMatchObject({
      to: [TEST_COMPANY.email],
      replyTo: `Ann <ann${number}@example.com>`,
      subject: 'Enquiry: Damp cellar',
    })
    expect(mail?.text).toContain(contact().cardUrl)
    expect(mail?.html).toContain('Two lines:<br>&lt;b&gt;damp&lt;/b&gt; &amp; cold 🥶')
  })

  test("may name the company's own mailbox", async () => {
    expect(await call(contact({ email: TEST_COMPANY.email.toUpperCase() }))).toMatchObject({ status: 200 })
  })

  test('with line breaks in its name and subject cannot add headers to the e-mail', async () => {
    const change = { name: 'Ann\r\nBcc: eve@example.com', subject: 'Hello\r\nX-Spam: no\u0000' }
    expect(await call(contact(change))).toMatchObject({ status: 200 })
    const [mail] = mailsAbout()
    expect(mail).toMatchObject({ to: [TEST_COMPANY.email], subject: 'Enquiry: Hello X-Spam: no' })
    expect(server.mails('eve@example.com')).toEqual([])
  })

  test.each([
    { email: 'info@another-spelling.example' },
    { toEmail: 'eve@example.com' },
    { email: 'eve@example.com', toEmail: 'eve@example.com' },
  ])('is stored whatever mailbox it names, and mailed to the company alone: %j', async (change) => {
    const before = server.mails().length
    expect(await call(contact(change))).toMatchObject({
      status: 200,
      json: { details: { recipient: TEST_COMPANY.email, delivery: 'sent' } },
    })
    expect(await enquiries()).toMatchObject([{ message: contact().cardUrl, delivery: 'sent' }])
    expect(server.mails().length).toBe(before + 1)
    expect(mailsAbout()).toMatchObject([{ to: [TEST_COMPANY.email] }])
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ fromEmail: '' }, 'fromEmail'],
    [{ fromEmail: 'ann' }, 'fromEmail'],
    [{ cardUrl: '' }, 'cardUrl'],
    [{ cardUrl: ' \n ' }, 'cardUrl'],
    [{ cardUrl: 'x'.repeat(ENQUIRY_LIMITS.message + 1) }, 'cardUrl'],
    [{ name: 'x'.repeat(ENQUIRY_LIMITS.name + 1) }, 'name'],
    [{ phone: '1'.repeat(ENQUIRY_LIMITS.phone + 1) }, 'phone'],
    [{ subject: 'x'.repeat(ENQUIRY_LIMITS.subject + 1) }, 'subject'],
    [{ isContactForm: 'true' }, 'isContactForm'],
  ])('is refused with %j', async (change, field) => {
    await expectNothingHappened(contact(change), 400, 'invalid', [field])
  })
})

describe('the business card', () => {
  test("goes to the recipient as the company's own card", async () => {
    const recipient = `bob${number}@example.com`
    expect(
      await call(share({ fromEmail: `eve${number}@example.com`, name: 'Eve', subject: 'Win money' })),
    ).toMatchObject({
      status: 200,
      json: { success: true, message: `Email would be sent to ${recipient}`, details: { recipient, delivery: 'sent' } },
    })
    const [mail, ...others] = mailsAbout()
    expect(others).toEqual([])
    expect(mail?.to).toEqual([recipient])
    expect(mail?.replyTo).toContain(TEST_COMPANY.email)
    for (const part of [TEST_COMPANY.founder, TEST_COMPANY.phone, TEST_COMPANY.email]) {
      expect(mail?.text).toContain(part)
      expect(mail?.html).toContain(part)
    }
    expect(JSON.stringify(mail)).not.toMatch(/Eve|Win money|eve\d/)
    expect(await enquiries()).toMatchObject([
      { kind: 'business-card', email: recipient, message: `${server.url}/business-card`, delivery: 'sent' },
    ])
  })

  test('links to the page without what was written into its URL', async () => {
    const url = new URL('/business-card?note=Call+0900#pay-here', server.url)
    url.username = 'your-bank'
    expect(await call(share({ cardUrl: url.href }))).toMatchObject({ status: 200 })
    expect(mailsAbout()[0]?.text).toContain(`${server.url}/business-card\n`)
    expect(mailsAbout()[0]?.text).not.toMatch(/note|pay-here|your-bank/)
  })

  test.each([
    'https://evil.example/business-card',
    'http://localhost.evil.example/business-card',
    'javascript:alert(1)',
    'data:text/html,hello',
    '/business-card',
    'Dear Bob, please pay',
    '<h1>Dear Bob</h1>',
  ])("is refused with %s instead of the page's URL", async (cardUrl) => {
    await expectNothingHappened(share({ cardUrl }), 403, 'not-allowed')
  })

  test.each([
    '/Your-bank-account-is-locked/call-0900-123',
    '/business-card/call-0900-123',
    '/call-0900-123/business-card',
    '/business-card//',
    '/business-card%2F',
    '/Business-Card',
    '//business-card',
    '/business-cards',
    '/projects',
    '/',
    '',
  ])("is refused with our own page %j instead of the card's", async (page) => {
    await expectNothingHappened(share({ cardUrl: `${server.url}${page}` }), 403, 'not-allowed')
  })

  test('may be shared from the URL with a slash at the end, as some hosts write it', async () => {
    expect(await call(share({ cardUrl: `${server.url}/business-card/` }))).toMatchObject({ status: 200 })
    expect(mailsAbout()[0]?.text).toContain(`${server.url}/business-card\n`)
  })

  test.each([
    '',
    undefined,
    'bob',
    'bob@example.com,eve@example.com',
    'Bob <bob@example.com>',
    'bob@example.com\nBcc: eve@example.com',
  ])('is refused with the recipient %j', async (email) => {
    await expectNothingHappened(share({ email }), 400, 'invalid', ['email'])
  })

  test('reaches one recipient only so often a day, no matter who shares it', async () => {
    const { limit } = SEND_EMAIL_LIMITS.recipient
    for (let share_ = 0; share_ < limit; share_++)
      expect(await call(share(), { from: `127.0.3.${share_ + 1}` })).toMatchObject({ status: 200 })
    const answer = await call(share({ email: `BOB${number}@example.com` }), { from: '127.0.3.99' })
    expect(answer).toMatchObject({ status: 429, json: refused('rate-limited') })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(80_000)
    // The same mailbox under another spelling.
    const tagged = await call(share({ email: `bob${number}+work@example.com` }), { from: '127.0.3.99' })
    expect(tagged).toMatchObject({ status: 429, json: refused('rate-limited') })
    expect(await call(share({ email: `carol${number}@example.com` }), { from: '127.0.3.99' })).toMatchObject({
      status: 200,
    })
  })
})

test('the 11th message in an hour from one IP address is refused', async () => {
  for (let sent = 0; sent < SEND_EMAIL_LIMITS.ip.limit; sent++)
    expect(await call(contact())).toMatchObject({ status: 200 })
  expect(await call(contact())).toMatchObject({ status: 429, json: refused('rate-limited') })
  expect(await enquiries()).toHaveLength(SEND_EMAIL_LIMITS.ip.limit)
})

test('a body over the limit and one that is not JSON are refused', async () => {
  await expectNothingHappened(contact({ cardUrl: 'x'.repeat(SEND_EMAIL_BODY_MAX) }), 413, 'too-large')
  expect(await call(contact(), { headers: { 'content-type': 'text/plain' } })).toMatchObject({
    status: 415,
    json: refused('unsupported-type'),
  })
})

describe("the administrator's test e-mail", () => {
  const html = '<!doctype html><style>p{color:red}</style><p>Hello <b>there</b></p>'
  const testMail = (change: object = {}) =>
    contact({
      email: TEST_COMPANY.email,
      cardUrl: html,
      recaptchaToken: RECAPTCHA_BYPASS_TOKEN,
      subject: `Test ${number}@example.com`,
      ...change,
    })

  test("is refused without an administrator's token", async () => {
    const member = await signedIn(server, 'test-mail-member')
    for (const token of [undefined, server.publishableKey, 'nonsense', member.token]) {
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        apikey: server.publishableKey,
      }
      expect(await call(testMail(), { headers })).toMatchObject({ status: 403, json: refused('not-allowed') })
      expect(await call(share({ recaptchaToken: RECAPTCHA_BYPASS_TOKEN }), { headers })).toMatchObject({ status: 403 })
    }
    expect(mailsAbout()).toEqual([])
    expect(await enquiries()).toEqual([])
  })

  test('a made-up token is refused without a question to the database', async () => {
    const claims = (change: object) =>
      btoa(
        JSON.stringify({ role: 'authenticated', sub: 'u', session_id: 'x', exp: Date.now() / 1_000 + 60, ...change }),
      )
    const asked = vi.fn<typeof fetch>(async () => Response.json(true))
    const ask = (token: string) => {
      const request = new Request(server.url, { headers: { authorization: `Bearer ${token}` } })
      return isAdmin(request, { settings, fetch: asked })
    }
    const bogus = ['', 'x', 'a.b.c', server.publishableKey]
    const worthless = [
      { exp: 1 },
      { exp: 'never' },
      { role: 'anon' },
      { session_id: undefined },
      { sub: undefined },
    ].map((change) => `a.${claims(change)}.c`)
    for (const token of [...bogus, ...worthless]) expect(await ask(token), token).toBe(false)
    expect(asked).not.toHaveBeenCalled()
    expect(await ask(`a.${claims({})}.c`)).toBe(true)
    expect(asked).toHaveBeenCalledOnce()
  })

  test('goes out although visitors at the same IP address have used up their messages', async () => {
    const admin = await signedIn(server, 'test-mail-busy-office', { role: 'admin' })
    const headers = {
      'content-type': 'application/json',
      apikey: server.publishableKey,
      authorization: `Bearer ${admin.token}`,
    }
    for (let sent = 0; sent < SEND_EMAIL_LIMITS.ip.limit; sent++)
      expect(await call(contact())).toMatchObject({ status: 200 })
    expect(await call(contact())).toMatchObject({ status: 429 })
    expect(await call(testMail(), { headers })).toMatchObject({ status: 200 })
  })

  test('goes out although strangers at the same IP address have tried to send it, again and again', async () => {
    for (let tried = 0; tried < SEND_EMAIL_LIMITS.ip.limit; tried++)
      expect(await call(testMail())).toMatchObject({ status: 403 })
    expect(await call(testMail())).toMatchObject({ status: 429 })
    const admin = await signedIn(server, 'test-mail-tried', { role: 'admin' })
    const headers = {
      'content-type': 'application/json',
      apikey: server.publishableKey,
      authorization: `Bearer ${admin.token}`,
    }
    expect(await call(testMail(), { headers })).toMatchObject({ status: 200 })
  })

  test("carries their HTML to the company's mailbox and is not stored", async () => {
    const admin = await signedIn(server, 'test-mail-admin', { role: 'admin' })
    const headers = {
      'content-type': 'application/json',
      apikey: server.publishableKey,
      authorization: `Bearer ${admin.token}`,
    }
    expect(await call(testMail(), { headers })).toMatchObject({
      status: 200,
      json: { success: true, message: `Email would be sent to ${TEST_COMPANY.email}`, details: { delivery: 'sent' } },
    })
    const [mail] = mailsAbout()
    expect(mail).toMatchObject({
      to: [TEST_COMPANY.email],
      replyTo: `Ann <ann${number}@example.com>`,
      text: expect.stringMatching(/^Hello there\s*$/),
    })
    expect(mail?.html.trim()).toBe(html)
    expect(await enquiries()).toEqual([])
    expect(await call(testMail({ email: 'eve@example.com' }), { headers })).toMatchObject({ status: 200 })
    expect(server.mails('eve@example.com')).toEqual([])
  })
})
