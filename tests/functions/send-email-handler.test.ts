import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { handleSendEmail } from '../../src/app/send-email-handler'
import { site } from '../../src/content/site'

const network = vi.fn<typeof fetch>()

beforeAll(() => {
  vi.stubGlobal('window', { location: new URL('https://www.example.com/') })
  vi.stubGlobal('fetch', network)
  vi.stubEnv('VITE_SUPABASE_URL', 'https://project.example.co/')
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_a')
})
beforeEach(() => {
  network.mockReset()
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const share = { email: 'pat@example.com', cardUrl: 'https://www.example.com/business-card' }
const ask = async (body: unknown, init: RequestInit = {}, services: Parameters<typeof handleSendEmail>[1] = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const request = new Request('https://www.example.com/api/send-business-card', { method: 'POST', body: text, ...init })
  const response = await handleSendEmail(request, services)
  return { status: response.status, body: await response.json() }
}
const sentTo = (recipient: string, details: object = {}) => ({
  status: 200,
  body: { success: true, message: `Email would be sent to ${recipient}`, details: { recipient, ...details } },
})
const failure = (status: number, message: string, error?: object) => ({
  status,
  body: { success: false, message, ...(error && { error }) },
})
const functionError = (sentence: string, error?: object) => failure(500, `Supabase function error: ${sentence}`, error)
const unreached = 'Failed to process request via Supabase: Please check your connection and try again.'
const badRequest = (sentence: string) => failure(500, `Request failed: ${sentence}`, { code: 'invalid' })
const unreadable = badRequest('The request wasn’t in a format we can read.')
const unacceptable = badRequest('Please check the details you entered and try again.')
const robot = 'reCAPTCHA verification failed. Please try again.'

test("calls the function with the submitted fields, defaults and the caller's own headers", async () => {
  network.mockImplementation(async () =>
    Response.json({ success: true, message: 'x', details: { id: '1', delivery: 'sent' } }),
  )
  const own = { 'Idempotency-Key': 'a-key', Authorization: 'Bearer of-the-session' }
  const answer = await ask(share, { headers: { ...own, 'x-other': 'a' } })
  expect(answer).toEqual(sentTo('pat@example.com', { id: '1', delivery: 'sent' }))
  const [url, init] = network.mock.calls[0] ?? []
  expect(String(url)).toBe('https://project.example.co/functions/v1/send-email')
  expect(init?.method).toBe('POST')
  const key = { apikey: 'sb_publishable_a', 'content-type': 'application/json' }
  expect(init?.headers).toEqual({ ...key, ...own })
  const defaults = { isContactForm: false, name: '', phone: '', subject: '', fromEmail: '', recaptchaToken: '' }
  const from = { source: site.projectsHost, domain: 'www.example.com' }
  expect(JSON.parse(String(init?.body))).toEqual({ ...share, ...defaults, ...from, toEmail: 'pat@example.com' })

  const filledIn = { toEmail: 'to@example.com', source: 'mine', domain: 'mine.example.com' }
  await ask({ ...share, ...filledIn })
  expect(JSON.parse(String(network.mock.calls[1]?.[1]?.body))).toMatchObject(filledIn)
  expect(network.mock.calls[1]?.[1]?.headers, 'from a visitor').toEqual(key)
  expect(await ask({})).toEqual(sentTo(site.email, { id: '1', delivery: 'sent' }))
})

const coded = (code: string, more: object = {}) => ({ success: false, message: 'Because.', error: { code, ...more } })
const fields = { fields: ['email'] }
const unexpected = 'An unexpected error occurred.'
test.each<[status: number, body: unknown, answer: object]>([
  [200, '', sentTo('pat@example.com')],
  [200, null, sentTo('pat@example.com')],
  [200, { success: 'true' }, sentTo('pat@example.com')],
  [200, { error: null }, sentTo('pat@example.com')],
  [200, { success: false, message: 'Because.' }, functionError('Because.')],
  [200, { error: { code: 'conflict' }, message: 'Because.' }, functionError('Because.', { code: 'conflict' })],
  [200, { error: 'worker limit' }, functionError(unexpected, { code: 'unexpected' })],
  [200, '<!doctype html>', failure(500, unreached)],
  [400, coded('recaptcha-failed'), failure(400, robot, { code: 'recaptcha-failed' })],
  [429, coded('rate-limited', fields), functionError('Because.', { code: 'rate-limited', ...fields })],
  [400, { success: false, message: 'Because.' }, functionError('Because.')],
  [502, '<h1>upstream 10.0.0.7 refused</h1>', functionError(unexpected, { code: 'unexpected' })],
  [500, { code: 'WORKER_ERROR', msg: 'at secret.ts:7' }, functionError(unexpected, { code: 'unexpected' })],
])('translates a %i response of %j into a contract reply', async (status, body, answer) => {
  const type = typeof body === 'string' ? body && 'text/html' : 'application/json'
  const headers = { 'content-type': type }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  network.mockResolvedValue(new Response(text, { status, headers }))
  expect(await ask(share)).toEqual(answer)
})

test('refuses an invalid request or failed verification without calling the function', async () => {
  for (const body of ['{not json', '']) expect(await ask(body)).toEqual(unreadable)
  for (const body of ['null', { ...share, email: 'pat' }, { ...share, isContactForm: 'yes' }])
    expect(await ask(body)).toEqual(unacceptable)
  expect(await ask(share, {}, { verify: async () => false })).toEqual(failure(400, robot))
  const broken = { verify: () => Promise.reject(new Error('a stack of secrets')) }
  expect(await ask(share, {}, broken)).toEqual(failure(500, 'Failed to process your request. Please try again later.'))
  expect(network).not.toHaveBeenCalled()
})

test('treats a relay error as a failure, whatever its status', async () => {
  for (const status of [200, 500]) {
    network.mockResolvedValue(Response.json({ success: true }, { status, headers: { 'x-relay-error': 'true' } }))
    expect(await ask(share)).toEqual(functionError(unexpected, { code: 'unexpected' }))
  }
})

test('reports a network failure in our words, and rejects when the request is aborted', async () => {
  network.mockRejectedValue(new TypeError('getaddrinfo ENOTFOUND secret-host'))
  expect(await ask(share)).toEqual(failure(500, unreached))
  const controller = new AbortController()
  const invoke = async () => {
    controller.abort()
    throw controller.signal.reason
  }
  await expect(ask(share, { signal: controller.signal }, { invoke })).rejects.toThrow(/abort/i)
})
