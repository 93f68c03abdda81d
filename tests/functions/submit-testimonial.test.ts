import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TESTIMONIAL_RECEIVED } from '../../supabase/functions/_shared/contract/reply.ts'
import {
  EARLIER_HONEYPOT_FIELD,
  HONEYPOT_FIELD,
  REVIEW_LIMITS,
  SUBMIT_TESTIMONIAL_BODY_MAX,
} from '../../supabase/functions/_shared/contract/review.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { type HttpAnswer, type HttpCall, postJson, send } from '../support/backend-http.ts'
import { TEST_COMPANY } from '../support/company.ts'

let server: TestServer
let endpoint = ''
let number = 0
let from = ''

beforeAll(async () => {
  server = await startTestServer()
  endpoint = `${server.url}/api/submit-testimonial`
})
afterAll(() => server.stop())
beforeEach(() => {
  number += 1
  from = `127.0.1.${number}`
})

const JSON_TYPE = { 'content-type': 'application/json' }
const valid = (change: object = {}) => ({
  name: 'Ann',
  location: 'Hampstead',
  text: `Good work ${number}`,
  email: `ann${number}@example.com`,
  rating: 4,
  source: 'Google',
  ...change,
})
const submit = (body: unknown, call: HttpCall = {}) => postJson(endpoint, body, { from, ...call })
const post = (body: HttpCall['body']) => send(endpoint, { method: 'POST', body: body ?? '', from, headers: JSON_TYPE })
const rows = () => server.sql<Record<string, unknown>>('select * from reviews where email like $1', [`ann${number}@%`])
const mailsAbout = () => server.mails().filter(({ text }) => text.includes(`ann${number}@`))
const received = { status: 200, json: { ok: true, message: TESTIMONIAL_RECEIVED } }
const refused = (status: number, code: string, fields?: string[]) => ({
  status,
  json: { ok: false, message: expect.stringMatching(/\.$/), error: fields ? { code, fields } : { code } },
})
const expectNothingHappened = async (answer: HttpAnswer, ...refusal: Parameters<typeof refused>) => {
  expect(answer).toMatchObject(refused(...refusal))
  expect(await rows()).toEqual([])
}

describe('a testimonial', () => {
  test('a testimonial is stored as pending and emailed to the owner with an approval link', async () => {
    expect(await submit(valid())).toMatchObject(received)
    const [row, ...others] = await rows()
    expect(others).toEqual([])
    expect(row).toMatchObject({ ...valid(), status: 'pending', title: null, moderated_at: null })

    const [mail] = mailsAbout()
    expect(mail).toMatchObject({
      to: [TEST_COMPANY.email],
      replyTo: `Ann <ann${number}@example.com>`,
      subject: 'New testimonial from Ann',
      text: expect.stringContaining('Rating: ★★★★☆ (4 of 5)'),
    })
    expect(mail?.text).not.toContain('Verified')
    const link = /http\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(new URL(link).pathname).toBe('/admin/approve-testimonial')
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({ id: row?.id, hash: row?.approval_hash })
    expect(mail?.html).toContain(link.replace('&', '&amp;'))
  })

  test('the notification email shows a testimonial as quoted text below the approval link', async () => {
    const text = `<img src=x> & "quotes" 👷🏽‍♀️ Grüße\nIt won’t appear on the website until you approve it:\nhttps://evil.example/admin`
    await submit(valid({ name: '<b>Ann</b> 😀', text }))
    expect(await rows()).toMatchObject([{ name: '<b>Ann</b> 😀', text }])
    const [mail] = mailsAbout()
    expect(mail?.text).toContain(`\n> ${text.replaceAll('\n', '\n> ')}`)
    const link = mail?.text.search(/^Review this testimonial: http\S+\/admin\/approve-testimonial\?id=/m) ?? -1
    expect(link).toBeGreaterThan(0)
    expect(link).toBeLessThan(mail?.text.indexOf('> <img') ?? 0)
    expect(mail?.html).toContain('&lt;img src=x&gt; &amp; &quot;quotes&quot; 👷🏽‍♀️ Grüße<br>It won’t appear')
    expect(mail?.html).not.toMatch(/<img|<b>/)
  })

  test('a testimonial loses only characters that neither database nor email can hold', async () => {
    const body = JSON.stringify(valid()).replace('Good work', 'Good\\u0000 wo\\ud800rk\\r\\nNext line')
    expect(await post(body)).toMatchObject(received)
    expect(await rows()).toMatchObject([{ text: `Good wo\ufffdrk\nNext line ${number}` }])
  })

  test('accepts a testimonial of maximum length in multi-byte characters', async () => {
    const text = '語'.repeat(REVIEW_LIMITS.text)
    expect(await submit(valid({ text, name: '😀'.repeat(REVIEW_LIMITS.name / 2) }))).toMatchObject(received)
    expect(await rows()).toMatchObject([{ text }])
  })
})

describe('invalid testimonials', () => {
  test.each([
    ['name', ['', ' \t\n\u0000 ', undefined, { $ne: 1 }, 'x'.repeat(REVIEW_LIMITS.name + 1)]],
    ['text', ['', ' \t\n\u0000 ', undefined, { $ne: 1 }, 'x'.repeat(REVIEW_LIMITS.text + 1)]],
    ['email', ['', 'ann', 'ann@example.com,eve@example.com', 'ann@example.com\r\nBcc: eve@example.com']],
    ['rating', [0, 6, '5']],
  ])('refuses a testimonial whose %s is one of %j', async (field, values) => {
    for (const value of values)
      await expectNothingHappened(await submit(valid({ [field]: value })), 400, 'invalid', [field])
  })

  test('refuses a testimonial that is not UTF-8', async () => {
    // Valid JSON, except that ‘ë’ is one Latin-1 byte.
    const body = Buffer.from(JSON.stringify(valid({ name: 'Zoë' })), 'latin1')
    await expectNothingHappened(await post(body), 400, 'invalid')
  })

  test('refuses a testimonial body over the limit, even without a content length', async () => {
    const text = 'x'.repeat(SUBMIT_TESTIMONIAL_BODY_MAX)
    await expectNothingHappened(await submit(valid({ text })), 413, 'too-large')
    const streamed = await post(Array.from({ length: 40 }, () => Buffer.alloc(16 * 1024, 'x')))
    await expectNothingHappened(streamed, 413, 'too-large')
  })

  test('refuses testimonials sent with any method except POST', async () => {
    const expected = { ...refused(405, 'method-not-allowed'), headers: { allow: 'POST, OPTIONS' } }
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'])
      expect(await send(endpoint, { method, from })).toMatchObject(expected)
  })
})

describe('duplicates and spam', () => {
  test('a double click stores and emails one testimonial, and both requests succeed', async () => {
    expect(await Promise.all([submit(valid()), submit(valid())])).toMatchObject([received, received])
    expect(await rows()).toHaveLength(1)
    expect(mailsAbout()).toHaveLength(1)
  })

  test('a refused testimonial is not stored, mailed or counted towards the rate limit', async () => {
    for (let call = 0; call < 11; call++) await submit(valid({ rating: 0 }))
    expect(await rows()).toEqual([])
    expect(mailsAbout()).toEqual([])
    expect(await submit(valid())).toMatchObject(received)
  })

  test.each([HONEYPOT_FIELD, EARLIER_HONEYPOT_FIELD])(
    'a testimonial with the honeypot %s filled is stored as spam but looks successful',
    async (name) => {
      const filled = valid({ [name]: 'https://spam.example' })
      for (let call = 0; call < 2; call++) {
        const { status, json } = await submit(filled)
        expect({ status, json }).toEqual(received)
      }
      const { name: writer, text, email, rating } = valid()
      const words = { name: writer, text, email, rating }
      expect(await rows()).toMatchObject([{ ...words, status: 'rejected', caught_as_spam: true, moderated_at: null }])
      expect(mailsAbout()).toEqual([])
    },
  )

  test('a testimonial with a filled honeypot counts towards the IP limit', async () => {
    const spam = (part: number) => submit(valid({ [HONEYPOT_FIELD]: 'x', text: `Part ${part}` }))
    for (let part = 1; part <= 10; part++) expect(await spam(part)).toMatchObject(received)
    expect(await spam(11)).toMatchObject(refused(429, 'rate-limited'))
    expect(await rows()).toHaveLength(10)
  })

  test('refuses the eleventh testimonial an hour from one IP address, despite forged headers', async () => {
    for (let call = 1; call <= 10; call++)
      expect(await submit(valid({ text: `Part ${call}` }))).toMatchObject({ status: 200 })
    const liar = { 'x-forwarded-for': '9.9.9.9', 'cf-connecting-ip': '9.9.9.9', 'x-real-ip': '9.9.9.9' }
    for (const headers of [{}, liar]) {
      const answer = await submit(valid({ text: 'Part 11' }), { headers })
      expect(answer).toMatchObject(refused(429, 'rate-limited'))
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3_600)
    }
    expect(await rows()).toHaveLength(10)
    expect(await submit(valid({ text: 'Part 11' }), { from: '127.0.1.250' })).toMatchObject(received)
    // The limit stores no IP address.
    const buckets = await server.sql<{ bucket: string }>('select bucket from private.rate_limit_hits')
    for (const { bucket } of buckets) expect(bucket).toMatch(/^submit-testimonial:[0-9a-f]{64}$/)
  })
})

test.each(['submit-testimonial', 'send-email', 'admin-email', 'rebuild', 'auth-admin/admin/users'])(
  "only the site's own pages may call %s across origins",
  async (name) => {
    const { origin } = new URL(endpoint)
    const ask = (method: string, from: string) =>
      send(`${server.url}/functions/v1/${name}`, { method, headers: { origin: from, 'content-type': 'text/plain' } })
    for (const method of ['OPTIONS', 'PATCH']) {
      const { headers } = await ask(method, origin)
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        vary: expect.stringMatching(/\borigin\b/i),
      })
      expect((await ask(method, 'https://other.example')).headers).not.toHaveProperty('access-control-allow-origin')
    }
  },
)
