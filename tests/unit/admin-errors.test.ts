import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { adminErrorText } from '@/admin/messages'
import { canResend, type StoredEnquiry } from '@/domain/enquiry-inbox'
import { hasAdminRole } from '@/domain/user'
import { AppError } from '@/lib/errors'
import { fetchWithTimeout, NO_ANSWER } from '@/lib/fetch-with-timeout'
import { fromAuth, fromFunction, fromPostgrest, fromStorage } from '@/lib/supabase-errors'

const auth = (fields: object) => fromAuth({ name: 'AuthApiError', message: 'In the words of the server', ...fields })

describe('errors of the auth server', () => {
  it.each([
    [{ code: 'last_admin', status: 409 }, 'last-admin'],
    [{ code: 'not_admin', status: 403 }, 'not-allowed'],
    [{ code: 'session_not_found', status: 403 }, 'signed-out'],
    [{ code: 'user_banned', status: 400 }, 'banned'],
    [{ code: 'over_request_rate_limit', status: 429 }, 'rate-limited'],
    [{ code: 'invalid_credentials', status: 400 }, 'refused'],
    [{ status: 418 }, 'refused'],
    [{ status: 500 }, 'unexpected'],
    [{}, 'unexpected'],
    [{ name: 'AuthRetryableFetchError', status: 0 }, 'offline'],
    [{ name: 'AuthRetryableFetchError', status: 503 }, 'offline'],
    [{ name: 'AuthRetryableFetchError', status: 500 }, 'unexpected'],
    [{ name: 'AuthRetryableFetchError', status: 0, message: NO_ANSWER }, 'timed-out'],
    [{ name: 'AuthSessionMissingError', status: 400 }, 'signed-out'],
  ])('%j is %s', (fields, code) => {
    expect(auth(fields).code).toBe(code)
  })

  it('keep their sentence where it is shown, and the reasons of a weak password', () => {
    expect(adminErrorText(auth({ status: 400 }))).toBe('In the words of the server')
    expect(auth({ code: 'weak_password', status: 422, reasons: ['pwned'] }).reasons).toEqual(['pwned'])
    expect(adminErrorText(auth({ code: 'user_banned', status: 400 }))).toMatch(/has been banned/)
    expect(adminErrorText(auth({ code: 'over_request_rate_limit', status: 429 }))).toMatch(/several times/)
    expect(adminErrorText(auth({ status: 500 }))).toBe('An unexpected error occurred')
    expect(adminErrorText(new Error('a stack and a host'))).toBe('An unexpected error occurred')
  })
})

describe('errors of the database and the functions', () => {
  it.each([
    ['', 0, 'offline'],
    ['PGRST303', 401, 'signed-out'],
    ['42501', 403, 'not-allowed'],
    ['PT409', 409, 'conflict'],
    ['XX000', 500, 'unexpected'],
  ])('code %j with status %d is %s', (code, status, expected) => {
    expect(fromPostgrest({ code }, status).code).toBe(expected)
  })

  it.each([
    [{ error: { code: 'delivery-failed' } }, 'delivery-failed'],
    [{ error: { code: 'conflict' } }, 'conflict'],
    [{ error: 'text' }, 'unexpected'],
    ['text', 'unexpected'],
  ])('a function that answers %j failed with %s', async (body, code) => {
    const context = Response.json(body, { status: 409 })
    expect((await fromFunction({ name: 'FunctionsHttpError', context })).code).toBe(code)
  })

  it('a function that does not answer is offline, and so is no Response; one that answers too late has timed out', async () => {
    expect(await fromFunction({ name: 'FunctionsFetchError', context: new TypeError('no') })).toBeInstanceOf(AppError)
    expect((await fromFunction({ name: 'FunctionsFetchError' })).code).toBe('offline')
    const context = new DOMException(NO_ANSWER, 'AbortError')
    expect((await fromFunction({ name: 'FunctionsFetchError', context })).code).toBe('timed-out')
  })
})

describe('errors of the storage', () => {
  it.each([
    [{ status: 400, statusCode: '409' }, 'conflict'],
    [{ status: 400, statusCode: '413' }, 'too-large'],
    [{ status: 413 }, 'too-large'],
    [{ status: 400, statusCode: '415' }, 'unsupported-type'],
    [{ status: 400, statusCode: 'InvalidMimeType' }, 'unsupported-type'],
    [{ status: 507, statusCode: '507' }, 'disk-full'],
    [{ status: 400, statusCode: '403', message: 'new row violates row-level security policy' }, 'not-allowed'],
    [{ status: 400, statusCode: '403', message: '"exp" claim timestamp check failed' }, 'signed-out'],
    [{ status: 400, statusCode: '403', message: 'jwt expired' }, 'signed-out'],
    [{ status: 401, statusCode: '401' }, 'signed-out'],
    [{ status: 500 }, 'unexpected'],
    [{}, 'offline'],
    [{ message: `AbortError: ${NO_ANSWER}` }, 'timed-out'],
  ])('%j is %s', (fields, code) => {
    expect(fromStorage({ message: 'In the words of the server', ...fields }).code).toBe(code)
  })
})

describe('the administrator’s role', () => {
  it.each([
    [{ user_metadata: { role: 'admin' } }, true],
    [{ raw_user_meta_data: { role: 'admin' } }, true],
    [{ user_metadata: { role: 'Admin' } }, false],
    [{ user_metadata: { role: ['admin'] } }, false],
    [{ user_metadata: null, role: 'admin' }, false],
    [{}, false],
    [null, false],
    ['admin', false],
  ])('of %j is held: %s', (user, held) => {
    expect(hasAdminRole(user)).toBe(held)
  })
})

describe('sending an enquiry again', () => {
  const enquiry = (delivery: StoredEnquiry['delivery']) =>
    ({ delivery, created_at: '2026-01-01T00:00:00Z' }) as StoredEnquiry
  const start = Date.parse('2026-01-01T00:00:00Z')

  it('is offered when it failed, or was never finished, and not while it may still be on its way', () => {
    expect(canResend(enquiry('failed'), start)).toBe(true)
    expect(canResend(enquiry('sent'), start + 1e9)).toBe(false)
    expect(canResend(enquiry('pending'), start + 119_000)).toBe(false)
    expect(canResend(enquiry('pending'), start + 121_000)).toBe(true)
  })
})

describe('a request', () => {
  // A server that never answers, as over a connection that is open but dead.
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'fetch',
      vi.fn(
        (_input: unknown, init: RequestInit) =>
          new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
      ),
    )
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it.each([
    ['https://db.example.com/rest/v1/reviews', 10_000],
    ['https://db.example.com/functions/v1/send-email', 30_000],
  ])('of %s is given up after %d ms, in a way that no client repeats', async (url, limit) => {
    const settled = vi.fn()
    const call = fetchWithTimeout(url).catch((error: unknown) => settled(error))
    await vi.advanceTimersByTimeAsync(limit - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await call
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ name: 'AbortError', message: NO_ANSWER }))
    expect(fromPostgrest({ code: '', message: `AbortError: ${NO_ANSWER}` }, 0).code).toBe('timed-out')
  })

  it('can still be given up by its caller', async () => {
    const caller = new AbortController()
    const call = fetchWithTimeout('https://db.example.com/rest/v1/reviews', { signal: caller.signal })
    caller.abort(new Error('no longer wanted'))
    await expect(call).rejects.toThrow('no longer wanted')
  })
})
