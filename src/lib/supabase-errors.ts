import * as v from 'valibot'
import { AppError, type ErrorCode } from './errors'
import { NO_ANSWER } from './fetch-with-timeout'

const CODES: Readonly<Record<string, ErrorCode>> = {
  // The database's.
  PGRST301: 'signed-out',
  PGRST303: 'signed-out',
  '42501': 'not-allowed',
  '23505': 'conflict',
  PT409: 'conflict',
  PGRST116: 'not-found',
  // The auth server's, and those of `auth-admin`.
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
  not_admin: 'not-allowed',
  over_request_rate_limit: 'rate-limited',
  invite_failed: 'delivery-failed',
  // The functions'.
  'not-allowed': 'not-allowed',
  'rate-limited': 'rate-limited',
  'delivery-failed': 'delivery-failed',
  conflict: 'conflict',
  'not-found': 'not-found',
  // The storage's, which are statuses, or names for them.
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

type Details = { detail?: string; reasons?: readonly string[] | undefined }

const toAppError = (
  cause: { name?: string; message?: string },
  code: string | number,
  otherwise: ErrorCode = 'unexpected',
  details: Details = {},
): AppError => {
  if (cause.message?.includes(NO_ANSWER)) return new AppError('timed-out', { cause })
  return new AppError(CODES[code] ?? otherwise, { cause, ...details })
}

/** Translates an error of the database; `status` is 0 when no answer came. */
export const fromPostgrest = (error: { code: string; message?: string }, status: number): AppError =>
  toAppError(error, status === 401 ? status : error.code, status === 0 ? 'offline' : 'unexpected')

type Answer = { data: unknown; error: { code: string; message?: string } | null; status: number }

/** Returns the database's answer as the schema describes it, or throws an `AppError`. */
export const parsedAnswer = <Schema extends v.GenericSchema>(
  { data, error, status }: Answer,
  schema: Schema,
): v.InferOutput<Schema> => {
  if (error) throw fromPostgrest(error, status)
  const result = v.safeParse(schema, data)
  if (!result.success) throw new AppError('unexpected', { cause: result.issues })
  return result.output
}

type AuthFailure = {
  name: string
  message: string
  status?: number | undefined
  code?: string | undefined
  reasons?: readonly string[]
}

// The client retries every 5xx and a missing answer (status 0).
const UNREACHABLE = [0, 502, 503, 504]

/** Translates an error of the auth server or of `auth-admin`; its sentence becomes `detail`. */
export const fromAuth = (error: AuthFailure): AppError => {
  const { name, message, status = 0, code = '', reasons } = error
  if (name === 'AuthRetryableFetchError')
    return toAppError(error, '', UNREACHABLE.includes(status) ? 'offline' : 'unexpected')
  if (name === 'AuthSessionMissingError') return toAppError(error, 401)
  const isRefused = status >= 400 && status < 500
  const details = isRefused || code in CODES ? { detail: message, reasons } : {}
  return toAppError(error, code, isRefused ? 'refused' : 'unexpected', details)
}

const functionFailure = v.object({ error: v.object({ code: v.string() }) })

/** Translates an error of `supabase.functions.invoke`: no answer, or a code of `@contract/reply` in its body. */
export const fromFunction = async (error: { name: string; context?: unknown }): Promise<AppError> => {
  if (!(error.context instanceof Response))
    return new AppError(String(error.context).includes(NO_ANSWER) ? 'timed-out' : 'offline', { cause: error })
  const { output, success } = v.safeParse(functionFailure, await error.context.json().catch(() => undefined))
  return toAppError(error, success ? output.error.code : '')
}

type StorageFailure = { message: string; status?: number | undefined; statusCode?: string | undefined }

/** Translates an error of Supabase Storage, which tells the status, or a name for it, within an answer of status 400. */
export const fromStorage = (error: StorageFailure): AppError => {
  const { message, status, statusCode = '' } = error
  if (status === undefined) return toAppError(error, '', 'offline')
  const code = statusCode in CODES ? statusCode : status
  // A token that has expired is refused with 403, too.
  const isExpired = CODES[code] === 'not-allowed' && /jwt|exp/i.test(message)
  return toAppError(error, isExpired ? 401 : code)
}
