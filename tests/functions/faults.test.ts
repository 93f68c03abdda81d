import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RECAPTCHA_BYPASS_TOKEN } from '../../supabase/functions/_shared/contract/enquiry.ts'
import { ENQUIRY_STORED } from '../../supabase/functions/_shared/contract/reply.ts'
import { startTestServer, type TestServer } from '../support/backend.ts'
import { postJson } from '../support/backend-http.ts'
import { signedIn } from '../support/backend-users.ts'
import { TEST_COMPANY } from '../support/company.ts'

const contact = { isContactForm: true, name: 'Ann', fromEmail: 'ann@example.com', cardUrl: 'Please call me.' }

describe('while no mail server answers', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ smtpDown: true })
  })
  afterAll(() => server.stop())

  test('a testimonial is stored and accepted', async () => {
    const body = { name: 'Ann', location: 'NW3', text: 'Good', email: 'ann@example.com' }
    expect(await postJson(`${server.url}/api/submit-testimonial`, body)).toMatchObject({
      status: 200,
      json: { ok: true },
    })
    expect(await server.sql('select status from reviews')).toEqual([{ status: 'pending' }])
  })

  test('an enquiry is stored, says so, and is marked as not delivered', async () => {
    const answer = await postJson(`${server.url}/functions/v1/send-email`, contact)
    expect(answer).toMatchObject({
      status: 200,
      json: { success: true, message: ENQUIRY_STORED, details: { delivery: 'failed' } },
    })
    expect(await server.sql('select delivery, delivered_at, message from enquiries')).toEqual([
      { delivery: 'failed', delivered_at: null, message: 'Please call me.' },
    ])
  })

  test('the business card is not sent, and the visitor is told', async () => {
    const share = { email: 'bob@example.com', cardUrl: `${server.url}/business-card` }
    const answer = await postJson(`${server.url}/functions/v1/send-email`, share)
    expect(answer).toMatchObject({ status: 502, json: { success: false, error: { code: 'delivery-failed' } } })
    expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|stack/)
  })

  test("the administrator's test e-mail fails", async () => {
    const admin = await signedIn(server, 'admin', { role: 'admin' })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` }
    const body = { ...contact, email: TEST_COMPANY.email, recaptchaToken: RECAPTCHA_BYPASS_TOKEN }
    const answer = await postJson(`${server.url}/functions/v1/send-email`, body, { headers })
    expect(answer).toMatchObject({ status: 502, json: { error: { code: 'delivery-failed' } } })
  })
})

describe('with a reCAPTCHA secret', () => {
  let server: TestServer
  const asked: URLSearchParams[] = []
  const verifier = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    asked.push(new URLSearchParams(body))
    const token = asked.at(-1)?.get('response')
    if (token === 'broken') res.statusCode = 500
    res.end(token === 'broken' ? 'oops' : JSON.stringify({ success: token === 'person' }))
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

  const send = (recaptchaToken: string) =>
    postJson(`${server.url}/functions/v1/send-email`, { ...contact, recaptchaToken }, { from: '127.0.4.1' })

  test.each(['', 'robot', 'broken'])('an enquiry with the answer %j is refused and not stored', async (token) => {
    const expected = {
      success: false,
      message: 'reCAPTCHA verification failed. Please try again.',
      error: { code: 'recaptcha-failed' },
    }
    expect(await send(token)).toMatchObject({ status: 400, json: expected })
    expect(await server.sql('select 1 from enquiries')).toEqual([])
  })

  test("an enquiry with a person's answer is accepted, and the service was asked with the secret", async () => {
    expect(await send('person')).toMatchObject({ status: 200, json: { success: true } })
    expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({
      secret: 'recaptcha-secret',
      response: 'person',
      remoteip: '127.0.4.1',
    })
  })
})
