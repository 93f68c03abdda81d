import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUTH_ADMIN_BODY_MAX } from '../../supabase/functions/_shared/contract/auth-admin.ts'
import { SEND_EMAIL_BODY_MAX } from '../../supabase/functions/_shared/contract/enquiry.ts'
import { SUBMIT_TESTIMONIAL_BODY_MAX } from '../../supabase/functions/_shared/contract/review.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { postJson, send } from '../support/backend-http.ts'
import { createSignedInUser } from '../support/backend-users.ts'
import { TEST_COMPANY } from '../support/company.ts'

const ENQUIRE = '/functions/v1/send-email'
const TESTIFY = '/api/submit-testimonial'
const ADMIN_EMAIL = '/functions/v1/admin-email'
const USERS = '/functions/v1/auth-admin/admin/users'

const LARGEST = {
  [ENQUIRE]: SEND_EMAIL_BODY_MAX,
  [TESTIFY]: SUBMIT_TESTIMONIAL_BODY_MAX,
  [USERS]: AUTH_ADMIN_BODY_MAX,
}

const PAYLOADS = [
  `'; drop table public.reviews; --`,
  `' or '1'='1`,
  `x') union select email from auth.users --`,
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `<a href="https://evil.example">click</a>`,
  `Ann\r\nBcc: eve@example.com`,
  `ann@example.com\r\nBcc: eve@example.com\r\n\r\n<b>body</b>`,
  `=?utf-8?q?=0ABcc:_eve@example.com?=`,
  `{{7*7}} \${7*7} <%= 7*7 %> #{7*7}`,
  `../../../../etc/passwd`,
  `%00%0d%0a`,
  `a\u0000b\u202e\uFEFF\uD800`,
  `(select pg_sleep(5))`,
]

let server: TestServer
let admin: { token: string }
let calls = 0

beforeAll(async () => {
  server = await startTestServer({ seed: true })
  admin = await createSignedInUser(server, 'keeper', { role: 'admin' })
})
afterAll(() => server.stop())

// Avoids the limits.
const nextHost = () => `127.4.${Math.floor(++calls / 250)}.${(calls % 250) + 1}`
const asAdmin = () => ({ apikey: server.publishableKey, authorization: `Bearer ${admin.token}` })

/** Whether an email has active content beyond our template. */
const isActive = (html: string, payload: string): boolean =>
  /<(script|img|iframe|svg|form|object|embed|base|link|input|style)\b/i.test(html) ||
  /(href|src|action)="(?!https?:\/\/(localhost|127\.0\.0\.1):\d+|tel:|mailto:)/i.test(html) ||
  /<[^>]*\son\w+\s*=/i.test(html) ||
  (/[<>]/.test(payload) && html.includes(payload))

test.each(PAYLOADS)('the payload %j is harmless text in stored rows and emails', async (payload) => {
  const from = nextHost()
  const recipient = `invited${calls}@example.com`
  const enquiry = { isContactForm: true, name: 'Ann', fromEmail: 'ann@example.com', cardUrl: 'Hello' }
  const written = { name: payload, subject: payload, cardUrl: payload, source: payload, domain: payload }
  const testimonial = { name: payload, location: payload, text: payload, email: 'ann@example.com' }
  const invitation = { kind: 'invite', name: payload, location: payload, email: recipient }
  const taken = [
    await postJson(server.url + ENQUIRE, { ...enquiry, ...written, phone: payload.slice(0, 30) }, { from }),
    await postJson(server.url + TESTIFY, { ...testimonial, website: '' }, { from }),
    await postJson(server.url + ADMIN_EMAIL, invitation, { from, headers: asAdmin() }),
  ]
  expect(taken.map(({ status }) => status)).toEqual([200, 200, 200])

  const mails = server.mails().slice(0, 3)
  expect(mails.map(({ to }) => to)).toEqual([[recipient], [TEST_COMPANY.email], [TEST_COMPANY.email]])
  for (const { html, subject, replyTo } of mails) {
    expect(isActive(html, payload)).toBe(false)
    expect(subject + replyTo).not.toMatch(/[\r\n]/)
  }

  const refused = [
    ...['fromEmail', 'email', 'toEmail'].map((field) => [ENQUIRE, { ...enquiry, [field]: payload }] as const),
    ...['email', 'source', 'rating'].map((field) => [TESTIFY, { ...testimonial, [field]: payload }] as const),
    [ENQUIRE, { withdrawal: payload }] as const,
  ]
  for (const [path, body] of refused)
    expect(await postJson(server.url + path, body, { from })).toMatchObject({ status: 400 })
  // A filled honeypot looks like success.
  expect(await postJson(server.url + TESTIFY, { ...testimonial, website: payload }, { from })).toMatchObject({
    status: 200,
  })
  expect(server.mails().slice(0, 3)).toEqual(mails)
  const unseen = `status = 'pending' or status = 'rejected' and caught_as_spam`
  expect(await server.sql(`select 1 from reviews where name not like 'Sample: %' and not (${unseen})`)).toEqual([])
})

test('the payloads are harmless text in a reply to a review and its email', async () => {
  const [review] = await server.sql<{ id: string; email: string }>(
    `select id, email from reviews where status = 'approved'`,
  )
  const reply = { kind: 'reply', id: review?.id, reply: PAYLOADS.join('\n'), seen: '' }
  expect(await postJson(server.url + ADMIN_EMAIL, reply, { headers: asAdmin() })).toMatchObject({ status: 200 })
  const [mail] = server.mails()
  expect(mail?.to).toEqual([review?.email])
  expect(mail?.html).toContain('drop table public.reviews')
  for (const payload of PAYLOADS) expect(isActive(mail?.html ?? '', payload), payload).toBe(false)
})

const nested = (open: string, close: string) => `{"name":${open.repeat(10_000)}1${close.repeat(10_000)}}`

test.each([
  [
    '__proto__ keys',
    '{"__proto__":{"polluted":true,"isContactForm":true},"constructor":{"prototype":{"polluted":true}}}',
  ],
  ['duplicate keys', '{"email":"a@example.com","email":"b@example.com","isContactForm":true,"isContactForm":false}'],
  ['arrays 10,000 deep', nested('[', ']')],
  ['objects 10,000 deep', nested('{"a":', '}')],
  ['5 MB of brackets', '['.repeat(5 * 1024 * 1024)],
  ['numbers out of range', '{"rating":1e400,"name":-0,"email":1e-400}'],
  ['stray characters before the JSON', '\u0080\ufffe{"name":"x"}'],
  ['a byte order mark', '\ufeff{"name":"x"}'],
  ['no content', ''],
  ['only null', 'null'],
  ['truncated JSON', '{"name":'],
  ['two JSON values', '{"name":"x"}{"name":"y"}'],
])('the functions refuse a request body with %s', async (_, body) => {
  const headers = { 'content-type': 'application/json', ...asAdmin() }
  for (const [path, most] of Object.entries(LARGEST)) {
    const { status } = await send(server.url + path, { method: 'POST', body, headers, from: nextHost() })
    expect(status, path).toBe(Buffer.byteLength(body) > most ? 413 : 400)
  }
})

// Types sent without a preflight, and other types than JSON.
test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; application/json',
  'application/jsonp',
  'application/json, text/plain',
  '',
])('the functions respond 415 to a body of content type %j', async (type) => {
  for (const path of [ENQUIRE, TESTIFY])
    expect(await postJson(server.url + path, {}, { headers: { 'content-type': type } })).toMatchObject({ status: 415 })
})
