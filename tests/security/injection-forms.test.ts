import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAttempts } from '../support/attempts.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { postJson, send } from '../support/backend-http.ts'
import { TEST_COMPANY } from '../support/company.ts'
import { ENCODINGS, ODD_BODIES, PAYLOADS } from './injection-payloads.ts'

const attempt = countAttempts('injection by forms')
let server: TestServer
let host = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Limits are counted by IP address, so each attempt comes from another one. */
const nextHost = () => `127.4.${Math.floor(++host / 250)}.${(host % 250) + 1}`

const ENQUIRE = '/functions/v1/send-email'
const TESTIFY = '/api/submit-testimonial'
const enquiry = { isContactForm: true, name: 'Ann', fromEmail: 'ann@example.com', cardUrl: 'Hello' }
const testimonial = { name: 'Ann', location: 'NW3', text: 'Good', email: 'ann@example.com' }
// Texts are tried all at once: each of them is in the e-mail. What is checked first is tried alone.
const FIELDS: Record<string, string[][]> = {
  [ENQUIRE]: [['name', 'subject', 'phone', 'cardUrl', 'source', 'domain'], ['fromEmail'], ['email'], ['toEmail']],
  [TESTIFY]: [['name', 'location', 'text'], ['email'], ['source', 'rating', 'website'], ['invitation']],
}
const ELEMENTS = /<(script|img|iframe|svg|form|object|embed|base|link|input|style)\b/i
const FOREIGN = /(href|src|action)="(?!https?:\/\/(localhost|127\.0\.0\.1):\d+|tel:|mailto:)/i

/** Whether the HTML part contains anything to run, load or follow that is not the frame's own. */
const isActive = (html: string, payload: string): boolean =>
  ELEMENTS.test(html) ||
  FOREIGN.test(html) ||
  /<[^>]*\son\w+\s*=/i.test(html) ||
  (/[<>]/.test(payload) && html.includes(payload))

test.each(PAYLOADS)('the payload %j is only text in every field', async (payload) => {
  for (const [path, groups] of Object.entries(FIELDS))
    for (const fields of groups) {
      await send(`${server.url}/__mail/api`, { method: 'DELETE' })
      const body = {
        ...(path === ENQUIRE ? enquiry : testimonial),
        ...Object.fromEntries(fields.map((field) => [field, payload])),
      }
      const { status } = await postJson(`${server.url}${path}`, body, { from: nextHost() })
      attempt(`${path} ${fields}: ${status}`, status >= 500)
      for (const { html, subject, replyTo, to } of server.mails()) {
        attempt(`${path} ${fields} is active in the e-mail`, isActive(html, payload))
        attempt(`${path} ${fields} adds headers`, /[\r\n]/.test(subject + replyTo) || String(to) !== TEST_COMPANY.email)
      }
    }
  expect(await server.sql(`select 1 from information_schema.tables where table_schema = 'public'`)).toHaveLength(5)
  attempt('a review was published', (await server.sql(`select 1 from reviews where status <> 'pending'`)).length > 0)
})

test.each(ODD_BODIES)('the body: %s', async (name, body) => {
  const text = typeof body === 'function' ? body() : body
  const headers = { 'content-type': 'application/json', apikey: server.publishableKey }
  const paths = [
    ENQUIRE,
    TESTIFY,
    '/functions/v1/auth-admin/admin/users',
    '/rest/v1/reviews',
    '/rest/v1/rpc/is_admin',
    '/auth/v1/recover',
  ]
  for (const path of paths) {
    const { status } = await send(`${server.url}${path}`, { method: 'POST', body: text, headers, from: nextHost() })
    attempt(`${name} at ${path}: ${status}`, status >= 500)
  }
  const after = await postJson(
    `${server.url}${TESTIFY}`,
    { ...testimonial, text: `After ${name}` },
    { from: nextHost() },
  )
  expect(after.json).toMatchObject({ ok: true })
})

test.each(ENCODINGS)('a body of the type %j is not read', async (type) => {
  for (const path of [ENQUIRE, TESTIFY]) {
    const body = JSON.stringify({ ...enquiry, ...testimonial })
    const { status } = await send(`${server.url}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
      from: nextHost(),
    })
    attempt(`${type} at ${path}: ${status}`, status !== 415)
  }
})
