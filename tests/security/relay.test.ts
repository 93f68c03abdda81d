import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RECAPTCHA_BYPASS_TOKEN } from '../../supabase/functions/_shared/contract/enquiry.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { postJson } from '../support/backend-http.ts'
import { TEST_COMPANY } from '../support/company.ts'

let server: TestServer

// As the verification service does: each answer of a person is good for one enquiry.
const used = new Set<string>()
const verifier = createServer(async (req, res) => {
  let body = ''
  for await (const chunk of req) body += chunk
  const token = new URLSearchParams(body).get('response') ?? ''
  res.end(JSON.stringify({ success: token.startsWith('person') && !used.has(token) }))
  used.add(token)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => verifier.listen(0, '127.0.0.1', resolve))
  const verifyUrl = `http://127.0.0.1:${(verifier.address() as AddressInfo).port}/siteverify`
  server = await startTestServer({ recaptcha: { secret: 'recaptcha-secret', verifyUrl } })
})
afterAll(async () => {
  await server.stop()
  verifier.close()
})

const SPAM = 'Buy now at https://evil.example'
let calls = 0
// Each attempt from an IP address of its own: the limits are another test's.
const call = (body: object) => postJson(`${server.url}/functions/v1/send-email`, body, { from: `127.2.0.${++calls}` })
const share = (email: string, change: object = {}) => ({ email, cardUrl: `${server.url}/business-card`, ...change })
const enquire = (change: object) => ({
  isContactForm: true,
  name: 'Ann',
  fromEmail: 'ann@example.com',
  cardUrl: SPAM,
  recaptchaToken: `person-${calls}`,
  ...change,
})

type Attack = (victim: string) => object

// A stranger's words that name another mailbox are not lost: they are the company's to read.
const TO_THE_COMPANY: Attack[] = [
  (to) => enquire({ email: to }),
  (to) => enquire({ toEmail: to }),
  (to) => enquire({ email: TEST_COMPANY.email, toEmail: to }),
  (to) => enquire({ recipient: to, to, cc: to, bcc: to, replyTo: to, headers: { bcc: to } }),
  (to) => enquire({ name: `Ann <${to}>`, subject: `x\r\nCc: ${to}` }),
]
const INVALID: Attack[] = [
  (to) => enquire({ email: `${TEST_COMPANY.email}, ${to}` }),
  (to) => enquire({ email: `${TEST_COMPANY.email}\r\nBcc: ${to}` }),
  (to) => enquire({ email: [TEST_COMPANY.email, to] }),
  (to) => enquire({ fromEmail: `ann@example.com, ${to}` }),
  (to) => share(to, { isContactForm: 0, cardUrl: SPAM }),
]
const FORBIDDEN: Attack[] = [
  (to) => enquire({ recaptchaToken: RECAPTCHA_BYPASS_TOKEN, email: to }),
  (to) => ({ approvedReviewId: crypto.randomUUID(), email: to, subject: SPAM, message: SPAM }),
  (to) => share(to, { cardUrl: SPAM }),
  (to) => share(to, { cardUrl: 'https://evil.example/business-card' }),
  (to) => share(to, { cardUrl: `${server.url}@evil.example/business-card` }),
  (to) => share(to, { cardUrl: `${server.url}.evil.example/business-card` }),
  (to) => share(to, { cardUrl: `${server.url}/business-card/../${encodeURIComponent(SPAM)}` }),
  (to) => share(to, { cardUrl: `${server.url}\\@evil.example/business-card` }),
  (to) => share(to, { cardUrl: '//evil.example/business-card' }),
  (to) => share(to, { cardUrl: `javascript://${new URL(server.url).host}/business-card%0aalert(1)` }),
]
// Sent as the company's own card.
const CARDS: Attack[] = [
  (to) => share(to, { cardUrl: `${server.url}/business-card?x=evil.example#Buy%20now` }),
  (to) => share(to, { name: SPAM, subject: SPAM, phone: SPAM.slice(0, 30), fromEmail: 'evil@evil.example' }),
  (to) => share(to, { source: SPAM, domain: 'evil.example', message: SPAM, text: SPAM, html: SPAM }),
  (to) => share(to, { email: 'other@example.com', toEmail: to, cc: 'evil@evil.example' }),
]

test.each([
  [
    'an enquiry with a mailbox of the sender’s choice goes to the company alone',
    TO_THE_COMPANY,
    200,
    TEST_COMPANY.email,
  ],
  ['what is not one mailbox is refused', INVALID, 400, undefined],
  ['words and links of a stranger are refused', FORBIDDEN, 403, undefined],
  ['a card says nothing of its sender’s', CARDS, 200, 'victim@example.com'],
])('%s', async (_, attacks, status, recipient) => {
  for (const [index, attack] of attacks.entries()) {
    const before = server.mails().length
    expect(await call(attack('victim@example.com')), `attack ${index}`).toMatchObject({ status })
    const sent = server.mails().slice(0, server.mails().length - before)
    expect(
      sent.map(({ to }) => to),
      `attack ${index}`,
    ).toEqual(recipient ? [[recipient]] : [])
    if (recipient !== TEST_COMPANY.email) expect(JSON.stringify(sent)).not.toMatch(/evil|buy now/i)
  }
})

test('an answer of a person is good for one enquiry, and no enquiry goes without', async () => {
  const ask = (recaptchaToken: unknown) => call(enquire({ recaptchaToken, subject: 'Answered' }))
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('person once')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)])
  for (const token of ['', ' ', 'robot', undefined, null, true, {}, [], 'x'.repeat(4_097)])
    expect(await ask(token), JSON.stringify(token)?.slice(0, 30)).toMatchObject({ status: 400 })
  expect(await ask(RECAPTCHA_BYPASS_TOKEN)).toMatchObject({ status: 403 })
  expect(server.mails().filter(({ subject }) => subject.includes('Answered'))).toHaveLength(1)
  expect(await server.sql(`select 1 from enquiries where subject = 'Answered'`)).toHaveLength(1)
})
