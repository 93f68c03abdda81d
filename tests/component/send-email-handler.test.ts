import type { SendEmailReply } from '@contract/reply'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { site } from '@/content/site'
import { openOrigin } from '../support/dom'

const network = vi.fn<typeof fetch>()
beforeEach(() => {
  openOrigin('https://www.example.com')
  vi.spyOn(console, 'info').mockImplementation(() => {})
  network.mockReset()
  vi.stubGlobal('fetch', network)
})
afterEach(() => void vi.unstubAllGlobals())

const share = { email: 'pat@example.com', cardUrl: 'https://www.example.com/business-card' }
const details = { id: '1', recipient: 'pat@example.com', delivery: 'sent' } as const
const sent = { success: true, message: 'whatever the function says', details } as const

const request = (body: unknown = share, init: RequestInit = {}) =>
  new Request('https://www.example.com/api/send-business-card', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  })
const reply = (status: number, body: unknown) =>
  network.mockResolvedValue(
    typeof body === 'string'
      ? new Response(body, { status, ...(body.startsWith('<') && { headers: { 'Content-Type': 'text/html' } }) })
      : Response.json(body, { status }),
  )
const handle = async (given = request()) => {
  const { handleSendEmail } = await import('@/app/send-email-handler')
  const response = await handleSendEmail(given)
  return { status: response.status, body: await response.json() }
}
const called = () => {
  const [url, init] = network.mock.calls[0] ?? []
  return { url: String(url), headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) }
}
const failed = (message: string, error?: object) => ({
  status: 500,
  body: { success: false, message, ...(error && { error }) },
})

describe('a request the function accepts', () => {
  it('reaches it on the site’s own origin with the public key and every default, and is answered with its details', async () => {
    reply(200, sent)
    expect(await handle(request(share, { headers: { 'Idempotency-Key': 'a-key' } }))).toEqual({
      status: 200,
      body: { success: true, message: 'Email would be sent to pat@example.com', details },
    })
    const { url, headers, body } = called()
    expect(url).toBe('https://www.example.com/functions/v1/send-email')
    expect(headers.get('apikey')).toBe(inject('publishableKey'))
    expect(headers.get('idempotency-key')).toBe('a-key')
    const empty = { name: '', phone: '', subject: '', fromEmail: '', recaptchaToken: '', isContactForm: false }
    const defaults = { toEmail: share.email, source: site.projectsHost, domain: 'www.example.com' }
    expect(body).toEqual({ ...share, ...empty, ...defaults })
  })

  it('keeps what the caller filled in', async () => {
    reply(200, sent)
    const own = { ...share, toEmail: 'to@example.com', source: 'mine', domain: 'mine.example.com' }
    await handle(request(own))
    expect(called().body).toMatchObject(own)
  })

  it.each(['', '{}', 'null', '"success"', '{"success":true,"message":"ok"}', '{"success":"true"}', '{"error":null}'])(
    'goes to the company when it names no recipient, also when the good answer is %j',
    async (body) => {
      reply(200, body)
      const message = `Email would be sent to ${site.email}`
      expect(await handle(request({ recaptchaToken: null }))).toEqual({
        status: 200,
        body: { success: true, message, details: { recipient: site.email } },
      })
      expect(called().body).toMatchObject({ toEmail: site.email, cardUrl: '', recaptchaToken: '' })
    },
  )
})

describe('a failure', () => {
  it('of the spam check is answered with 400', async () => {
    const error = { code: 'recaptcha-failed' }
    const message = 'reCAPTCHA verification failed. Please try again.'
    reply(400, { success: false, message: 'x', error })
    expect(await handle()).toEqual({ status: 400, body: { success: false, message, error } })
  })

  const because = { success: false, message: 'Because.' } satisfies SendEmailReply
  const limited = { code: 'rate-limited', fields: ['email'] }
  const unexpected = ['An unexpected error occurred.', { code: 'unexpected' }] as const
  it.each([
    [200, because, 'Because.', undefined],
    [200, { error: { code: 'conflict' }, message: 'Because.' }, 'Because.', { code: 'conflict' }],
    [200, { error: 'worker limit' }, ...unexpected],
    [200, { success: false }, ...unexpected],
    [400, because, 'Because.', undefined],
    [429, { ...because, error: limited }, 'Because.', limited],
    [502, '<h1>Bad gateway: upstream 10.0.0.7 refused</h1>', ...unexpected],
    [500, { code: 'WORKER_ERROR', msg: 'TypeError at secret.ts:7' }, ...unexpected],
  ])('of the function, %i %j, is answered with 500 and no words but its own', async (status, body, words, error) => {
    reply(status, body)
    expect(await handle()).toEqual(failed(`Supabase function error: ${words}`, error))
  })

  it('to reach the function is answered with 500 in our words, a page of the host included', async () => {
    const unreached = 'Failed to process request via Supabase: Please check your connection and try again.'
    network.mockRejectedValue(new TypeError('getaddrinfo ENOTFOUND secret-host'))
    expect(await handle()).toEqual(failed(unreached))
    reply(200, '<!doctype html><title>Index</title>')
    expect(await handle()).toEqual(failed(unreached))
  })

  const format = 'The request was not in a format we can read.'
  const checkDetails = 'Please check the details you entered and try again.'
  it.each([
    ['{not json', format],
    ['', format],
    ['null', checkDetails],
    [{ ...share, email: 'pat' }, checkDetails],
    [{ ...share, isContactForm: 'yes' }, checkDetails],
  ])('to read the body %j is answered with 500 before the function is called', async (body, reason) => {
    expect(await handle(request(body))).toEqual(failed(`Request failed: ${reason}`, { code: 'invalid' }))
    expect(network).not.toHaveBeenCalled()
  })

  it('by being aborted is none to report: it rejects', async () => {
    const controller = new AbortController()
    network.mockImplementation(async () => {
      controller.abort()
      throw controller.signal.reason
    })
    await expect(handle(request(share, { signal: controller.signal }))).rejects.toThrow()
  })
})
