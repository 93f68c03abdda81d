import type { SendEmail } from '@contract/enquiry'
import type { SendEmailReply } from '@contract/reply'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import type * as Handler from '@/app/send-email-handler'
import { site } from '@/content/site'
import { expectConsole, openOrigin } from '../support/dom'

beforeEach(() => {
  openOrigin('https://www.example.com')
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => void vi.unstubAllGlobals())

const request = (body: unknown, signal?: AbortSignal) =>
  new Request('https://www.example.com/api/send-business-card', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  })
const handleSendEmail: typeof Handler.handleSendEmail = async (...call) =>
  (await import('@/app/send-email-handler')).handleSendEmail(...call)
const answer = async (response: Response) => ({ status: response.status, body: await response.json() })

const sent = {
  success: true,
  message: 'whatever the function says',
  details: { id: '1', recipient: 'pat@example.com', delivery: 'sent' },
} as const satisfies SendEmailReply
const share = { email: 'pat@example.com', cardUrl: 'https://www.example.com/business-card' }

describe('a request the function accepts', () => {
  it('is answered with 200, success, the contract’s message and the details', async () => {
    const response = await handleSendEmail(request(share), { invoke: async () => sent })
    expect(await answer(response)).toEqual({
      status: 200,
      body: { success: true, message: 'Email would be sent to pat@example.com', details: sent.details },
    })
    expect(response.headers.get('content-type')).toMatch('application/json')
  })

  it('reaches the function with every default filled in', async () => {
    const invoke = vi.fn(async () => sent)
    await handleSendEmail(request(share), { invoke })
    expect(invoke).toHaveBeenCalledWith(
      {
        ...share,
        isContactForm: false,
        name: '',
        phone: '',
        subject: '',
        fromEmail: '',
        toEmail: 'pat@example.com',
        source: site.projectsHost,
        recaptchaToken: '',
        domain: 'www.example.com',
      },
      { signal: expect.any(AbortSignal), idempotencyKey: undefined },
    )
  })

  it('keeps what the caller filled in', async () => {
    const invoke = vi.fn(async (_body: SendEmail) => sent)
    const own = { ...share, toEmail: 'to@example.com', source: 'mine', domain: 'mine.example.com' }
    await handleSendEmail(request(own), { invoke })
    expect(invoke.mock.calls[0]?.[0]).toMatchObject({
      toEmail: 'to@example.com',
      source: 'mine',
      domain: 'mine.example.com',
    })
  })

  it('goes to the company when it names no recipient', async () => {
    const invoke = vi.fn(async (_body: SendEmail) => ({ success: true as const, details: {} }))
    const response = await handleSendEmail(request({ recaptchaToken: null }), { invoke })
    expect(invoke.mock.calls[0]?.[0]).toMatchObject({ toEmail: site.email, cardUrl: '', recaptchaToken: '' })
    expect(await answer(response)).toEqual({
      status: 200,
      body: { success: true, message: `Email would be sent to ${site.email}`, details: { recipient: site.email } },
    })
  })
})

describe('a failed spam check', () => {
  const refusal = { status: 400, message: 'reCAPTCHA verification failed. Please try again.' }

  it('is answered with 400 before the function is called', async () => {
    const invoke = vi.fn(async () => sent)
    const verify = vi.fn(async () => false)
    const response = await handleSendEmail(request({ ...share, recaptchaToken: 'token' }), { invoke, verify })
    expect(await answer(response)).toEqual({ status: 400, body: { success: false, message: refusal.message } })
    expect(verify).toHaveBeenCalledWith('token')
    expect(invoke).not.toHaveBeenCalled()
  })

  it('is answered with 400 when the function finds it', async () => {
    const error = { code: 'recaptcha-failed' } as const
    const invoke = async (): Promise<SendEmailReply> => ({ success: false, message: 'x', error })
    const response = await handleSendEmail(request(share), { invoke })
    expect(await answer(response)).toEqual({ status: 400, body: { success: false, message: refusal.message, error } })
  })

  it('never happens in the browser by itself: without a token the mock check passes', async () => {
    expect((await handleSendEmail(request(share), { invoke: async () => sent })).status).toBe(200)
  })
})

describe('a failure is answered with 500', () => {
  it("and 'Supabase function error: ...' when the function refuses", async () => {
    const error = { code: 'rate-limited', fields: ['email'] } as const
    const invoke = async (): Promise<SendEmailReply> => ({ success: false, message: 'Please wait.', error })
    expect(await answer(await handleSendEmail(request(share), { invoke }))).toEqual({
      status: 500,
      body: { success: false, message: 'Supabase function error: Please wait.', error },
    })
  })

  it("and 'Failed to process request via Supabase: ...' when the function is not reached, in our words", async () => {
    const invoke = () => Promise.reject(new TypeError('getaddrinfo ENOTFOUND secret-host'))
    expect(await answer(await handleSendEmail(request(share), { invoke }))).toEqual({
      status: 500,
      body: {
        success: false,
        message: 'Failed to process request via Supabase: Please check your connection and try again.',
      },
    })
  })

  it.each([
    ['{not json', 'The request was not in a format we can read.'],
    ['', 'The request was not in a format we can read.'],
    ['null', 'Please check the details you entered and try again.'],
    [{ ...share, email: 'pat' }, 'Please check the details you entered and try again.'],
    [{ ...share, isContactForm: 'yes' }, 'Please check the details you entered and try again.'],
  ])("and 'Request failed: ...' when the body is %j", async (body, reason) => {
    const invoke = vi.fn(async () => sent)
    expect(await answer(await handleSendEmail(request(body), { invoke }))).toEqual({
      status: 500,
      body: { success: false, message: `Request failed: ${reason}`, error: { code: 'invalid' } },
    })
    expect(invoke).not.toHaveBeenCalled()
  })

  it('and the default sentence when anything else breaks', async () => {
    const verify = () => Promise.reject(new Error('a stack of secrets'))
    expect(await answer(await handleSendEmail(request(share), { invoke: async () => sent, verify }))).toEqual({
      status: 500,
      body: { success: false, message: 'Failed to process your request. Please try again later.' },
    })
  })
})

describe('a request that is aborted', () => {
  it('is no failure to report: it rejects as fetch would', async () => {
    const controller = new AbortController()
    const invoke = async () => {
      controller.abort()
      throw controller.signal.reason
    }
    await expect(handleSendEmail(request(share, controller.signal), { invoke })).rejects.toThrow(/abort/i)
  })
})

describe('over the wire', () => {
  const network = vi.fn<typeof fetch>()
  beforeEach(() => {
    network.mockReset()
    vi.stubGlobal('fetch', network)
  })
  const reply = (status: number, body: unknown) =>
    network.mockResolvedValue(
      new Response(typeof body === 'string' ? body : JSON.stringify(body), {
        status,
        headers: { 'Content-Type': typeof body === 'string' ? 'text/html' : 'application/json' },
      }),
    )
  const handled = async () => answer(await handleSendEmail(request(share)))

  it('the function is called with the publishable key, on the site’s own origin', async () => {
    reply(200, sent)
    expect((await handled()).status).toBe(200)
    const [url, init] = network.mock.calls[0] ?? []
    expect(String(url)).toBe('https://www.example.com/functions/v1/send-email')
    expect(init?.method).toBe('POST')
    expect(new Headers(init?.headers).get('apikey')).toBe(inject('publishableKey'))
  })

  it('the key of a retry is passed on as a header, beside the body', async () => {
    reply(200, sent)
    const retry = request(share)
    retry.headers.set('Idempotency-Key', 'a-key')
    await handleSendEmail(retry)
    expect(new Headers(network.mock.calls[0]?.[1]?.headers).get('idempotency-key')).toBe('a-key')
  })

  it.each(['', '{}', 'null', '"success"', '{"success":true,"message":"ok"}', '{"success":"true"}', '{"error":null}'])(
    'an answer 200 that holds %j is a success, and names the recipient that was asked for',
    async (body) => {
      network.mockResolvedValue(new Response(body, { status: 200 }))
      expect(await handled()).toEqual({
        status: 200,
        body: {
          success: true,
          message: 'Email would be sent to pat@example.com',
          details: { recipient: 'pat@example.com' },
        },
      })
    },
  )

  it.each([
    [{ success: false, message: 'Because.' }, 'Because.'],
    [{ error: { code: 'conflict' }, message: 'Because.' }, 'Because.'],
    [{ error: 'worker limit' }, 'An unexpected error occurred.'],
    [{ success: false }, 'An unexpected error occurred.'],
  ])('an answer 200 that holds %j is a refusal', async (body, sentence) => {
    reply(200, body)
    expect(await handled()).toMatchObject({
      status: 500,
      body: { success: false, message: `Supabase function error: ${sentence}` },
    })
  })

  it('a refusal without a code is passed on too', async () => {
    reply(400, { success: false, message: 'Because.' })
    expect(await handled()).toEqual({
      status: 500,
      body: { success: false, message: 'Supabase function error: Because.' },
    })
  })

  it.each([400, 403, 413, 429, 502])("the function's own refusal with status %i is passed on", async (status) => {
    reply(status, { success: false, message: 'Because.', error: { code: 'not-allowed' } })
    expect(await handled()).toEqual({
      status: 500,
      body: { success: false, message: 'Supabase function error: Because.', error: { code: 'not-allowed' } },
    })
  })

  it.each([
    [502, '<h1>Bad gateway: upstream 10.0.0.7 refused</h1>'],
    [500, { code: 'WORKER_ERROR', msg: 'TypeError at secret.ts:7' }],
    [404, { code: 'NOT_FOUND' }],
  ])('an answer %i that is not from the function shows none of its words', async (status, body) => {
    reply(status, body)
    expect(await handled()).toEqual({
      status: 500,
      body: {
        success: false,
        message: 'Supabase function error: An unexpected error occurred.',
        error: { code: 'unexpected' },
      },
    })
  })

  it('a network that fails counts as a function that is not reached', async () => {
    network.mockRejectedValue(new TypeError('fetch failed'))
    expect((await handled()).body.message).toMatch(/^Failed to process request via Supabase: /)
  })

  it('an answer 200 that is a page is not taken for a success', async () => {
    reply(200, '<!doctype html><title>Index</title>')
    expect((await handled()).status).toBe(500)
  })

  it('the function of the hosted project is called, where one is configured', async () => {
    // The client is made once per page: a second one belongs to a page of its own, and warns here that it has none.
    vi.resetModules()
    expectConsole('warn')
    vi.stubEnv('VITE_SUPABASE_URL', 'https://project.example.co/')
    reply(200, sent)
    await handled()
    expect(String(network.mock.calls[0]?.[0])).toBe('https://project.example.co/functions/v1/send-email')
  })
})
