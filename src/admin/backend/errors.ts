import * as v from 'valibot'
import { AppError, type ErrorCode, isAppError } from '@/lib/errors'
import { NO_RESPONSE } from '@/lib/fetch-with-timeout'

const CODES: Readonly<Record<string, ErrorCode>> = {
  PGRST301: 'signed-out',
  PGRST303: 'signed-out',
  '42501': 'not-allowed',
  '23505': 'conflict',
  PT409: 'conflict',
  PT404: 'not-found',
  PT413: 'too-large',
  PT422: 'not-found',
  PGRST116: 'not-found',
  last_admin: 'last-admin',
  email_exists: 'email-exists',
  setup_closed: 'setup-closed',
  users_unchecked: 'users-unchecked',
  weak_password: 'weak-password',
  user_not_found: 'not-found',
  session_not_found: 'signed-out',
  bad_jwt: 'signed-out',
  no_authorization: 'signed-out',
  user_banned: 'banned',
  otp_expired: 'link-ended',
  not_admin: 'not-allowed',
  over_request_rate_limit: 'rate-limited',
  invite_failed: 'delivery-failed',
  'not-allowed': 'not-allowed',
  'rate-limited': 'rate-limited',
  'delivery-failed': 'delivery-failed',
  conflict: 'conflict',
  'not-found': 'not-found',
  401: 'signed-out',
  403: 'not-allowed',
  404: 'not-found',
  409: 'conflict',
  413: 'too-large',
  415: 'unsupported-type',
  507: 'disk-full',
  InvalidJWT: 'signed-out',
  AccessDenied: 'not-allowed',
  KeyAlreadyExists: 'conflict',
  ResourceAlreadyExists: 'conflict',
  EntityTooLarge: 'too-large',
  InvalidMimeType: 'unsupported-type',
}

type Details = { detail?: string; reasons?: readonly string[] | undefined; status?: number }

const toAppError = (
  cause: { name?: string; message?: string },
  code: string | number,
  otherwise: ErrorCode = 'unexpected',
  details: Details = {},
): AppError => {
  if (cause.message?.includes(NO_RESPONSE)) return new AppError('timed-out', { cause })
  return new AppError(CODES[code] ?? otherwise, { cause, ...details })
}

// Of what the client retries: every 5xx, and 0 for no response.
const UNREACHABLE = [0, 502, 503, 504]

/** Whether the same may succeed in a while: there was no answer, or that of a server under load. */
export const isTransient = (error: unknown): error is AppError =>
  isAppError(error, 'offline', 'timed-out') ||
  (error instanceof AppError && error.code !== 'disk-full' && (error.status === 429 || (error.status ?? 0) >= 500))

export const fromPostgrest = (error: { code: string; message?: string }, status: number): AppError => {
  const code = status === 401 ? status : error.code
  return toAppError(error, code, UNREACHABLE.includes(status) ? 'offline' : 'unexpected', { status })
}

/** An answer that fits the schema. Throws `AppError` where it does not. */
export const parseBody = <Schema extends v.GenericSchema>(body: unknown, schema: Schema): v.InferOutput<Schema> => {
  const { success, output, issues } = v.safeParse(schema, body)
  if (!success) throw new AppError('unexpected', { cause: issues })
  return output
}

export type PostgrestResponse = { data: unknown; error: { code: string; message?: string } | null; status: number }

/** The data of a database response. Throws `AppError` for an error, and for data that does not fit the schema. */
export const parseResponse = <Schema extends v.GenericSchema>(
  { data, error, status }: PostgrestResponse,
  schema: Schema,
): v.InferOutput<Schema> => {
  if (error) throw fromPostgrest(error, status)
  return parseBody(data, schema)
}

type AuthFailure = {
  name: string
  message: string
  status?: number | undefined
  code?: string | undefined
  reasons?: readonly string[]
}

/** For the auth server and `auth-admin`, whose sentence becomes `detail`. */
export const fromAuth = (error: AuthFailure): AppError => {
  const { name, message, status = 0, code = '', reasons } = error
  if (name === 'AuthRetryableFetchError')
    return toAppError(error, '', UNREACHABLE.includes(status) ? 'offline' : 'unexpected')
  if (name === 'AuthSessionMissingError') return toAppError(error, 401)
  const isRefused = status >= 400 && status < 500
  const details = isRefused || code in CODES ? { detail: message, reasons } : {}
  // Of what has no code of the auth server's: the gateway refuses the session's token, or the key the site was built with.
  const isTokenRefused = status === 401 && !(code in CODES) && !/api key/i.test(message)
  return toAppError(error, isTokenRefused ? 401 : code, isRefused ? 'refused' : 'unexpected', details)
}

const functionFailure = v.object({ error: v.object({ code: v.string() }) })

/** For `supabase.functions.invoke`: no response, a refused token (401), or a code of `@contract/reply` in its body. */
export const fromFunction = async (error: { name: string; context?: unknown }): Promise<AppError> => {
  if (!(error.context instanceof Response))
    return new AppError(String(error.context).includes(NO_RESPONSE) ? 'timed-out' : 'offline', { cause: error })
  if (error.context.status === 401) return toAppError(error, 401)
  const { output, success } = v.safeParse(functionFailure, await error.context.json().catch(() => undefined))
  return toAppError(error, success ? output.error.code : '')
}

type StorageFailure = { message: string; status?: number | undefined; statusCode?: string | undefined }

/** For Supabase Storage, which names the real status within a response of status 400. */
export const fromStorage = (error: StorageFailure): AppError => {
  const { message, status, statusCode = '' } = error
  if (status === undefined || UNREACHABLE.includes(status)) return toAppError(error, '', 'offline')
  const code = statusCode in CODES ? statusCode : status
  // A token that Storage does not accept has the status of a missing right (or 400), and the words of whoever read it.
  const isTokenRefused =
    (code === 400 || CODES[code] === 'not-allowed') && /jw[st]|signature|claim|header param/i.test(message)
  return toAppError(error, isTokenRefused ? 401 : code, 'unexpected', { status: Number(statusCode) || status })
}
