import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fromAuth, fromFunction, fromPostgrest, fromStorage, isTransient, parseResponse } from '@/admin/backend/errors'
import { adminErrorText } from '@/admin/text/messages'
import { AppError, isAppError } from '@/lib/errors'
import { NO_RESPONSE } from '@/lib/fetch-with-timeout'

const message = 'In the words of the server'
const tooLate = `AbortError: ${NO_RESPONSE}`
const auth = (fields: object) => fromAuth({ name: 'AuthApiError', message, ...fields })

describe('auth server errors', () => {
  it.each([
    [{ code: 'last_admin', status: 409 }, 'last-admin'],
    [{ code: 'restoring', status: 423 }, 'restoring'],
    [{ code: 'not_admin', status: 403 }, 'not-allowed'],
    [{ code: 'session_not_found', status: 403 }, 'signed-out'],
    [{ code: 'user_banned', status: 400 }, 'banned'],
    [{ code: 'over_request_rate_limit', status: 429 }, 'rate-limited'],
    [{ code: 'invalid_credentials', status: 400 }, 'refused'],
    [{ status: 401, message: 'Invalid JWT' }, 'signed-out'],
    [{ code: 'not_admin', status: 401 }, 'not-allowed'],
    [{ status: 401, message: 'Invalid API key' }, 'refused'],
    [{ status: 499 }, 'refused'],
    [{ status: 302 }, 'unexpected'],
    [{ status: 500 }, 'unexpected'],
    [{}, 'unexpected'],
    [{ name: 'AuthRetryableFetchError' }, 'offline'],
    [{ name: 'AuthRetryableFetchError', status: 503 }, 'offline'],
    [{ name: 'AuthRetryableFetchError', status: 500 }, 'unexpected'],
    [{ name: 'AuthRetryableFetchError', status: 0, message: tooLate }, 'timed-out'],
    [{ name: 'AuthSessionMissingError', status: 400 }, 'signed-out'],
  ])('auth server error %j maps to %s', (fields, code) => {
    expect(auth(fields)).toMatchObject({ code, cause: { name: 'AuthApiError', ...fields } })
  })

  it("refused requests show the auth server's message, unexpected errors a generic one", () => {
    expect(adminErrorText(auth({ status: 400 }))).toBe(message)
    expect(auth({ code: 'weak_password', status: 422, reasons: ['pwned'] }).reasons).toEqual(['pwned'])
    expect(adminErrorText(auth({ code: 'user_banned', status: 400 }))).toMatch(/has been banned/)
    expect(adminErrorText(auth({ code: 'over_request_rate_limit', status: 429 }))).toMatch(/too many times/)
    expect(adminErrorText(auth({ status: 500 }))).toBe('An unexpected error occurred')
    expect(adminErrorText(new Error('a stack and a host'))).toBe('An unexpected error occurred')
  })
})

describe('database and function errors', () => {
  it.each([
    ['', 0, 'offline'],
    ['PGRST303', 401, 'signed-out'],
    ['', 401, 'signed-out'],
    ['42501', 403, 'not-allowed'],
    ['PT409', 409, 'conflict'],
    ['PT423', 423, 'restoring'],
    ['XX000', 500, 'unexpected'],
  ])('database error %j with status %d maps to %s', (code, status, expected) => {
    expect(fromPostgrest({ code }, status)).toMatchObject({ code: expected, cause: { code } })
    expect(() => parseResponse({ data: null, error: { code }, status }, v.unknown())).toThrow(expected)
    expect(fromPostgrest({ code, message: tooLate }, status)).toMatchObject({ code: 'timed-out', cause: { code } })
  })

  it('a running restore is a transient error, the limit of bundled projects is not', () => {
    const limit = fromPostgrest({ code: 'PT409', message: 'too_many_built_in' }, 409)
    expect(adminErrorText(limit)).toMatch(/up to 100 bundled projects/)
    const restore = fromPostgrest({ code: 'PT423', message: 'restore_unfinished' }, 423)
    expect(adminErrorText(restore)).toMatch(/^A backup is being restored\. Please try again when it has finished\./)
    expect([isTransient(restore), isTransient(limit)]).toEqual([true, false])
  })

  it('a response that does not match the schema is an unexpected error', () => {
    const answer = (data: unknown) => parseResponse({ data, error: null, status: 200 }, v.number())
    expect(answer(5)).toBe(5)
    expect(() => answer('5')).toThrow(expect.objectContaining({ code: 'unexpected', cause: [expect.anything()] }))
  })

  it('a 401 response from a function or its gateway means signed out', async () => {
    for (const body of [{ code: 401, message: 'Invalid JWT' }, { error: { code: 'not-allowed' } }])
      expect(
        await fromFunction({ name: 'FunctionsHttpError', context: Response.json(body, { status: 401 }) }),
      ).toMatchObject({ code: 'signed-out' })
  })

  it.each([
    [{ error: { code: 'delivery-failed' } }, 'delivery-failed'],
    [{ error: { code: 'conflict' } }, 'conflict'],
    [{ error: { code: 'restoring' } }, 'restoring'],
    [{ error: 'text' }, 'unexpected'],
    [{ error: null }, 'unexpected'],
    ['text', 'unexpected'],
    [null, 'unexpected'],
  ])('a function error with body %j maps to %s', async (body, code) => {
    const error = { name: 'FunctionsHttpError', context: Response.json(body, { status: 409 }) }
    expect(await fromFunction(error)).toMatchObject({ code, cause: error })
  })

  it.each([
    [undefined, 'offline'],
    [new TypeError('no'), 'offline'],
    [new DOMException(NO_RESPONSE, 'AbortError'), 'timed-out'],
  ])('a missing function response (%s) maps to %s', async (context, code) => {
    const error = { name: 'FunctionsFetchError', context }
    expect(await fromFunction(error)).toMatchObject({ code, cause: error })
  })
})

it.each<[fields: object, code: string]>([
  [{ status: 400, statusCode: '409' }, 'conflict'],
  [{ status: 400, statusCode: '413' }, 'too-large'],
  [{ status: 413 }, 'too-large'],
  [{ status: 400, statusCode: '415' }, 'unsupported-type'],
  [{ status: 400, statusCode: 'InvalidMimeType' }, 'unsupported-type'],
  [{ status: 507, statusCode: '507' }, 'disk-full'],
  [{ status: 400, statusCode: '403', message: 'new row violates row-level security policy' }, 'not-allowed'],
  // Versions of Storage use different statuses.
  ...[
    '"exp" claim timestamp check failed',
    'jwt expired',
    'signature verification failed',
    'invalid signature',
    'Invalid Compact JWS',
    'JWS Protected Header is invalid',
    'JWT Claims Set must be a top-level JSON object',
    '"alg" (Algorithm) Header Parameter value not allowed',
  ].flatMap((message) =>
    ['403', '400'].map((statusCode) => [{ status: 400, statusCode, message }, 'signed-out'] as [object, string]),
  ),
  [{ status: 400, statusCode: '400', message: 'Invalid key: a name as expected' }, 'unexpected'],
  [{ status: 400, statusCode: '409', message: 'jwt expired' }, 'conflict'],
  [{ status: 401, statusCode: '401' }, 'signed-out'],
  [{ status: 500 }, 'unexpected'],
  [{}, 'offline'],
  [{ message: tooLate }, 'timed-out'],
])('Storage error %j maps to %s', (fields, code) => {
  expect(fromStorage({ message, ...fields })).toMatchObject({ code, cause: { message, ...fields } })
})

it('an AppError keeps its code and cause, and isAppError matches only listed codes', () => {
  const cause = new TypeError('Failed to fetch')
  const error = new AppError('offline', { cause })
  expect(error).toMatchObject({ name: 'AppError', code: 'offline', message: 'offline', cause, reasons: [] })
  expect(isAppError(error, 'timed-out', 'offline')).toBe(true)
  for (const other of [error, { code: 'timed-out' }]) expect(isAppError(other, 'timed-out')).toBe(false)
})
