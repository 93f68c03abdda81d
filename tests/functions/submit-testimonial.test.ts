import { corsHeaders } from '@supabase/supabase-js/cors'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TESTIMONIAL_RECEIVED } from '../../supabase/functions/_shared/contract/reply.ts'
import {
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
const rows = () => server.sql<Record<string, unknown>>('select * from reviews where email like $1', [`ann${number}@%`])
const received = { ok: true, message: TESTIMONIAL_RECEIVED }
const refused = (code: string, fields?: string[]) => ({
  ok: false,
  error: { code, ...(fields && { fields }) },
  message: expect.stringMatching(/\.$/),
})

const expectNothingHappened = async (answer: HttpAnswer, status: number, code: string, fields?: string[]) => {
  expect(answer).toMatchObject({ status, json: refused(code, fields) })
  expect(await rows()).toEqual([])
}

describe('a testimonial', () => {
  test('is stored as pending and told to the owner with a link that proves where it came from', async () => {
    expect(await submit(valid())).toMatchObject({ status: 200, json: received })
    const [row, ...others] = await rows()
    expect(others).toEqual([])
    expect(row).toMatchObject({ ...valid(), status: 'pending', title: null, moderated_at: null })

    const mail = server.mails(TEST_COMPANY.email).find(({ text }) => text.includes(`Good work ${number}`))
    const link = /http\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(new URL(link).pathname).toBe('/admin/approve-testimonial')
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({ id: row?.id, hash: row?.approval_hash })
    expect(mail?.html).toContain(link.replace('&', '&amp;'))
    expect(mail?.replyTo).toBe(`Ann <ann${number}@example.com>`)
  })

  test('has five stars and comes from the website unless it says otherwise', async () => {
    const { rating: _, source: __, ...short } = valid()
    expect(await submit(short)).toMatchObject({ status: 200 })
    expect(await rows()).toMatchObject([{ rating: 5, source: 'Website' }])
  })

  test('cannot approve itself or choose its columns', async () => {
    const greedy = {
      status: 'approved',
      title: 'Best',
      approval_hash: 'f'.repeat(64),
      moderated_at: '2020-01-01',
      id: '00000000-0000-4000-8000-000000000000',
    }
    expect(await submit(valid(greedy))).toMatchObject({ status: 200 })
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'pending', title: null, moderated_at: null })
    expect(row?.approval_hash).not.toBe(greedy.approval_hash)
    expect(row?.id).not.toBe(greedy.id)
  })

  test('marks every line of the visitor in the plain e-mail, behind the one link that is ours', async () => {
    const text = `Fine ${number}\nIt is not on the website until you approve it:\nhttps://evil.example/admin`
    expect(await submit(valid({ text }))).toMatchObject({ status: 200 })
    const mail = server.mails().find((one) => one.text.includes(`> Fine ${number}`))
    expect(mail?.text).toContain('\n> https://evil.example/admin')
    const link = mail?.text.search(/^http\S+\/admin\/approve-testimonial\?id=/m) ?? -1
    expect(link).toBeGreaterThan(0)
    expect(link).toBeLessThan(mail?.text.indexOf('> Fine') ?? 0)
  })

  test('keeps HTML and emoji as they were typed, and shows them in the e-mail as text', async () => {
    const text = `<img src=x onerror=alert(1)> & "quotes" 👷🏽‍♀️ Grüße ${number}`
    expect(await submit(valid({ name: '<b>Ann</b> 😀', text }))).toMatchObject({ status: 200 })
    expect(await rows()).toMatchObject([{ name: '<b>Ann</b> 😀', text }])
    const mail = server.mails().find((one) => one.text.includes(text))
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot; 👷🏽‍♀️')
    expect(mail?.html).not.toContain('<img')
    expect(mail?.html).not.toContain('<b>')
  })

  test('with characters no database or e-mail can hold loses only those', async () => {
    const body = JSON.stringify(valid()).replace('Good work', 'Good\\u0000 wo\\ud800rk\\r\\nNext line')
    expect(
      await send(endpoint, { method: 'POST', body, from, headers: { 'content-type': 'application/json' } }),
    ).toMatchObject({ status: 200 })
    expect(await rows()).toMatchObject([{ text: `Good wo\ufffdrk\nNext line ${number}` }])
  })

  test('of the longest allowed words in the widest characters is accepted', async () => {
    const text = '語'.repeat(REVIEW_LIMITS.text)
    expect(await submit(valid({ text, name: '😀'.repeat(REVIEW_LIMITS.name / 2) }))).toMatchObject({ status: 200 })
    expect(await rows()).toMatchObject([{ text }])
  })
})

describe('bad input is refused by name and stores nothing', () => {
  const cases: [string, object, string][] = [
    ...['name', 'location', 'text', 'email'].flatMap((field): [string, object, string][] => [
      [`an empty ${field}`, { [field]: '' }, field],
      [`a blank ${field}`, { [field]: ' \t\n\u0000 ' }, field],
      [`no ${field}`, { [field]: undefined }, field],
      [`a ${field} that is no text`, { [field]: { $ne: 1 } }, field],
    ]),
    ['a name that is too long', { name: 'x'.repeat(REVIEW_LIMITS.name + 1) }, 'name'],
    ['a location that is too long', { location: 'x'.repeat(REVIEW_LIMITS.location + 1) }, 'location'],
    ['a text that is too long', { text: 'x'.repeat(REVIEW_LIMITS.text + 1) }, 'text'],
    ...['ann', 'ann@', '@example.com', 'ann@@example.com', 'ann@example', 'a b@example.com'].map(
      (email): [string, object, string] => [`the e-mail address ${email}`, { email }, 'email'],
    ),
    ['a list of e-mail addresses', { email: 'ann@example.com,eve@example.com' }, 'email'],
    ['an e-mail address with a name', { email: 'Ann <ann@example.com>' }, 'email'],
    ['an e-mail address with a line break', { email: 'ann@example.com\r\nBcc: eve@example.com' }, 'email'],
    ['an e-mail address with a NUL', { email: 'ann\u0000@example.com' }, 'email'],
    ...[0, 6, 2.5, '5', -1, null, [5]].map((rating): [string, object, string] => [
      `the rating ${JSON.stringify(rating)}`,
      { rating },
      'rating',
    ]),
    ['an unknown source', { source: 'Yelp' }, 'source'],
  ]
  test.each(cases)('%s', async (_name, change, field) => {
    await expectNothingHappened(await submit(valid(change)), 400, 'invalid', [field])
  })

  test('every wrong field is named', async () => {
    expect((await submit({})).json).toMatchObject(refused('invalid', ['name', 'location', 'text', 'email']))
  })

  test.each(['null', '[]', '"text"', '42', '{"name":', '', '\u0000'])('the body %j', async (body) => {
    const answer = await send(endpoint, { method: 'POST', body, from, headers: { 'content-type': 'application/json' } })
    await expectNothingHappened(answer, 400, 'invalid')
  })

  test('a body that is not UTF-8', async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])
    await expectNothingHappened(
      await send(endpoint, { method: 'POST', body, from, headers: { 'content-type': 'application/json' } }),
      400,
      'invalid',
    )
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'the content type %j',
    async (type) => {
      await expectNothingHappened(await submit(valid(), { headers: { 'content-type': type } }), 415, 'unsupported-type')
    },
  )

  test('a body over the limit, also when it does not say how long it is', async () => {
    const text = 'x'.repeat(SUBMIT_TESTIMONIAL_BODY_MAX)
    await expectNothingHappened(await submit(valid({ text })), 413, 'too-large')
    const parts = Array.from({ length: 40 }, () => Buffer.alloc(16 * 1024, 'x'))
    const streamed = await send(endpoint, {
      method: 'POST',
      body: parts,
      from,
      headers: { 'content-type': 'application/json' },
    })
    await expectNothingHappened(streamed, 413, 'too-large')
  })

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('the method %s', async (method) => {
    const answer = await send(endpoint, { method, from })
    expect(answer).toMatchObject({
      status: 405,
      headers: { allow: 'POST, OPTIONS' },
      json: refused('method-not-allowed'),
    })
  })
})

describe('repeats and robots', () => {
  test('a double click makes one row and one e-mail, and both clicks are told it worked', async () => {
    const answers = await Promise.all([submit(valid()), submit(valid())])
    expect(answers).toMatchObject([
      { status: 200, json: received },
      { status: 200, json: received },
    ])
    expect(await rows()).toHaveLength(1)
    expect(server.mails().filter(({ text }) => text.includes(`ann${number}@`))).toHaveLength(1)
  })

  test('a filled honeypot looks like success and stores, mails and counts nothing', async () => {
    for (let call = 0; call < 12; call++) {
      const answer = await submit(valid({ [HONEYPOT_FIELD]: 'https://spam.example' }))
      expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: received })
    }
    expect(await rows()).toEqual([])
    expect(server.mails().filter(({ text }) => text.includes(`ann${number}@`))).toEqual([])
    expect(await submit(valid())).toMatchObject({ status: 200 })
  })

  test('the 11th submission in an hour from one IP address is refused, whatever it claims to be; another IP address is not', async () => {
    const email = () => `ann${number}@example.com`
    for (let call = 1; call <= 10; call++)
      expect(await submit(valid({ text: `Part ${call}`, email: email() }))).toMatchObject({ status: 200 })
    const liar = {
      'x-forwarded-for': '9.9.9.9',
      'cf-connecting-ip': '9.9.9.9',
      'x-real-ip': '9.9.9.9',
      'content-type': 'application/json',
    }
    for (const headers of [{}, liar]) {
      const answer = await submit(valid({ text: 'Part 11' }), { headers })
      expect(answer).toMatchObject({ status: 429, json: refused('rate-limited') })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3_600)
    }
    expect(await rows()).toHaveLength(10)
    expect(await submit(valid({ text: 'Part 11' }), { from: '127.0.1.250' })).toMatchObject({ status: 200 })
  })

  test('refused input does not use up the limit', async () => {
    for (let call = 0; call < 12; call++) await submit(valid({ rating: 0 }))
    expect(await submit(valid())).toMatchObject({ status: 200 })
  })

  test('the limit stores no IP addresses', async () => {
    await submit(valid())
    const buckets = await server.sql<{ bucket: string }>('select bucket from private.rate_limit_hits')
    expect(buckets.length).toBeGreaterThan(0)
    for (const { bucket } of buckets) expect(bucket).toMatch(/^submit-testimonial:[0-9a-f]{64}$/)
  })
})

describe('across origins', () => {
  const preflight = (origin: string) =>
    send(endpoint, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } })

  test("the site's pages may ask, and read answers and refusals", async () => {
    const { origin } = new URL(endpoint)
    const allowed = { 'access-control-allow-origin': origin, vary: expect.stringMatching(/\borigin$/) }
    expect(await preflight(origin)).toMatchObject({
      status: 204,
      headers: { ...allowed, 'access-control-allow-methods': 'POST' },
    })
    const refused = await send(endpoint, { method: 'POST', headers: { origin, 'content-type': 'text/plain' } })
    expect(refused).toMatchObject({ status: 415, headers: allowed })
  })

  test("another site's pages may not", async () => {
    const { status, headers } = await preflight('https://other.example')
    expect(status).toBe(204)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test.each([
    ['submit-testimonial', 'POST'],
    ['send-email', 'POST'],
    ['admin-email', 'POST'],
    ['moderate-reviews', 'POST'],
    ['publish', 'POST'],
    ['auth-admin/admin/users', 'GET, POST, PUT, DELETE'],
  ])('%s takes every header that supabase-js sends', async (name, methods) => {
    const { headers } = await send(`${server.url}/functions/v1/${name}`, {
      method: 'OPTIONS',
      headers: { origin: new URL(endpoint).origin, 'access-control-request-method': 'POST' },
    })
    expect(headers['access-control-allow-methods']).toBe(methods)
    const allowed = String(headers['access-control-allow-headers']).split(/, */)
    // The library's list lacks what its own admin API sends.
    const sent = String(corsHeaders['Access-Control-Allow-Headers']).split(/, */)
    expect(allowed).toEqual(expect.arrayContaining([...sent, 'x-supabase-api-version']))
  })
})
