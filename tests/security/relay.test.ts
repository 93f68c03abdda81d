import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RECAPTCHA_BYPASS_TOKEN } from '../../supabase/functions/_shared/contract/enquiry.ts'
import { countAttempts } from '../support/attempts.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { postJson } from '../support/backend-http.ts'
import { createUser } from '../support/backend-users.ts'
import { TEST_COMPANY } from '../support/company.ts'

const attempt = countAttempts('relay')
let server: TestServer

// As the verification service does: each answer of a person is good for one enquiry.
const used = new Set<string>()
const verifier = createServer(async (req, res) => {
  let body = ''
  for await (const chunk of req) body += chunk
  const token = new URLSearchParams(body).get('response') ?? ''
  const success = token.startsWith('person') && !used.has(token)
  used.add(token)
  res.end(JSON.stringify({ success, ...(success ? {} : { 'error-codes': ['timeout-or-duplicate'] }) }))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => verifier.listen(0, '127.0.0.1', resolve))
  const verifyUrl = `http://127.0.0.1:${(verifier.address() as AddressInfo).port}/siteverify`
  server = await startTestServer({ recaptcha: { secret: 'recaptcha-secret', verifyUrl } })
  await createUser(server, 'keeper', { role: 'admin' })
})
afterAll(async () => {
  await server.stop()
  verifier.close()
})

const call = (body: object, from: string) => postJson(`${server.url}/functions/v1/send-email`, body, { from })
const share = (email: string, change: object = {}) => ({ email, cardUrl: `${server.url}/business-card`, ...change })
const contact = (change: object = {}) => ({
  isContactForm: true,
  name: 'Ann',
  fromEmail: 'ann@example.com',
  cardUrl: 'Hello',
  recaptchaToken: 'person',
  ...change,
})

const SPAM = 'Buy now at https://evil.example'
let host = 0
const nextHost = () => `127.2.${Math.floor(++host / 250)}.${(host % 250) + 1}`

describe('nobody gets an e-mail with the words or links of a stranger', () => {
  const victim = (index: number) => `victim${index}@example.com`
  const attacks: ((to: string) => object)[] = [
    (to) => contact({ email: to, cardUrl: SPAM }),
    (to) => contact({ toEmail: to, cardUrl: SPAM }),
    (to) => contact({ email: TEST_COMPANY.email, toEmail: to, cardUrl: SPAM }),
    (to) => contact({ email: `${TEST_COMPANY.email}, ${to}`, cardUrl: SPAM }),
    (to) => contact({ email: `${TEST_COMPANY.email}\r\nBcc: ${to}`, cardUrl: SPAM }),
    (to) => contact({ email: [TEST_COMPANY.email, to], cardUrl: SPAM }),
    (to) => contact({ fromEmail: `ann@example.com, ${to}`, cardUrl: SPAM }),
    (to) => contact({ recipient: to, to, cc: to, bcc: to, replyTo: to, headers: { bcc: to }, cardUrl: SPAM }),
    (to) => contact({ name: `Ann <${to}>`, subject: `x\r\nCc: ${to}`, cardUrl: SPAM }),
    (to) => contact({ recaptchaToken: RECAPTCHA_BYPASS_TOKEN, email: to, cardUrl: SPAM }),
    (to) => ({ approvedReviewId: '00000000-0000-4000-8000-000000000000', email: to, subject: SPAM, message: SPAM }),
    (to) => share(to, { cardUrl: SPAM }),
    (to) => share(to, { cardUrl: 'https://evil.example/business-card' }),
    (to) => share(to, { cardUrl: `${server.url}@evil.example/business-card` }),
    (to) => share(to, { cardUrl: `${server.url}.evil.example/business-card` }),
    (to) => share(to, { cardUrl: `${server.url}/business-card/../${encodeURIComponent(SPAM)}` }),
    (to) => share(to, { cardUrl: `${server.url}\\@evil.example/business-card` }),
    (to) => share(to, { cardUrl: `//evil.example/business-card` }),
    (to) => share(to, { cardUrl: `javascript://${new URL(server.url).host}/business-card%0aalert(1)` }),
    (to) => share(to, { isContactForm: 0, cardUrl: SPAM }),
    // These are sent, as the company's own card and with nothing of the sender's in it.
    (to) => share(to, { cardUrl: `${server.url}/business-card?x=evil.example#Buy%20now` }),
    (to) => share(to, { name: SPAM, subject: SPAM, phone: SPAM.slice(0, 30), fromEmail: 'evil@evil.example' }),
    (to) => share(to, { source: SPAM, domain: 'evil.example', message: SPAM, text: SPAM, html: SPAM }),
    (to) => share(to, { toEmail: to, email: 'other@example.com', cc: 'evil@evil.example' }),
  ]

  test('by any field', async () => {
    for (const [index, attack] of attacks.entries()) {
      await call(attack(victim(index)), nextHost())
      const mails = server.mails(victim(index))
      const strange = mails.filter((mail) => /evil|buy now/i.test(JSON.stringify(mail)))
      attempt(`attack ${index} reached its victim`, strange.length > 0 || (index < 20 && mails.length > 0))
    }
    expect(server.mails('evil@evil.example')).toEqual([])
    expect(server.mails('other@example.com')).toEqual([])
    // What did go out went to the company or to one victim, and to nobody besides.
    for (const { to } of server.mails()) expect(to).toHaveLength(1)
    // A stranger's words that name another mailbox are not lost: they are the company's to read.
    expect(server.mails(TEST_COMPANY.email).filter(({ text }) => text.includes(SPAM)).length).toBeGreaterThan(0)
    expect(await server.sql(`select 1 from enquiries where kind = 'contact' and message = '${SPAM}'`)).not.toEqual([])
  })
})

test('an answer of a person is good for one enquiry, and no enquiry goes without', async () => {
  expect((await call(contact({ recaptchaToken: 'person-1' }), nextHost())).status).toBe(200)
  const replays = await Promise.all(
    Array.from({ length: 20 }, () => call(contact({ recaptchaToken: 'person-1', subject: 'Replayed' }), nextHost())),
  )
  for (const { status } of replays) attempt('a replayed answer', status !== 400)
  for (const recaptchaToken of [
    '',
    ' ',
    'robot',
    undefined,
    null,
    true,
    {},
    [],
    'x'.repeat(4_097),
    RECAPTCHA_BYPASS_TOKEN,
  ]) {
    const { status } = await call(contact({ recaptchaToken, subject: 'Replayed' }), nextHost())
    attempt(`the answer ${JSON.stringify(recaptchaToken)?.slice(0, 30)}: ${status}`, ![400, 403].includes(status))
  }
  expect(server.mails().filter(({ subject }) => subject.includes('Replayed'))).toEqual([])
  expect(await server.sql(`select 1 from enquiries where subject = 'Replayed'`)).toEqual([])
})
