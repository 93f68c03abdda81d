import type { AuthError } from '@supabase/supabase-js'
import * as v from 'valibot'
import { AppError, type ErrorCode, isAppError } from '@/lib/errors'
import { NO_RESPONSE } from '@/lib/fetch-with-timeout'

const SERVER_CODES = {
  'signed-out': ['PGRST301', 'PGRST303', 'session_not_found', 'bad_jwt', 'no_authorization', '401', 'InvalidJWT'],
  'not-allowed': ['42501', 'not_admin', 'not-allowed', '403', 'AccessDenied'],
  banned: ['user_banned'],
  conflict: ['23505', 'PT409', 'conflict', '409', 'KeyAlreadyExists', 'ResourceAlreadyExists'],
  'not-found': ['PT404', 'PT422', 'PGRST116', 'user_not_found', 'mfa_factor_not_found', 'not-found', '404'],
  restoring: ['PT423', 'restoring'],
  'too-many-built-in': ['too_many_built_in'],
  'too-large': ['PT413', '413', 'EntityTooLarge'],
  'unsupported-type': ['415', 'InvalidMimeType'],
  'disk-full': ['507'],
  'last-admin': ['last_admin'],
  'email-exists': ['email_exists'],
  'setup-closed': ['setup_closed'],
  'users-unchecked': ['users_unchecked'],
  'weak-password': ['weak_password'],
  'wrong-password': ['current_password_invalid'],
  'password-needed': ['current_password_required'],
  'wrong-code': ['mfa_verification_failed'],
  'code-needed': ['insufficient_aal'],
  'link-ended': ['otp_expired'],
  'rate-limited': ['over_request_rate_limit', 'rate-limited'],
  'delivery-failed': ['invite_failed', 'delivery-failed'],
} satisfies Partial<Record<ErrorCode, readonly string[]>>

const CODES: Readonly<Record<string, ErrorCode>> = Object.fromEntries(
  Object.entries(SERVER_CODES).flatMap(([code, serverCodes]) => serverCodes.map((name) => [name, code as ErrorCode])),
)

type Details = ConstructorParameters<typeof AppError>[1]

const toAppError = (
  cause: { name?: string; message?: string },
  code: string | number,
  otherwise: ErrorCode = 'unexpected',
  details?: Details,
): AppError => {
  if (cause.message?.includes(NO_RESPONSE)) return new AppError('timed-out', { cause })
  return new AppError(CODES[code] ?? otherwise, { cause, ...details })
}

// Gateway errors. 0 means no response.
const UNREACHABLE = [0, 502, 503, 504]

/** Whether a retry may succeed. */
export const isTransient = (error: unknown): error is AppError =>
  isAppError(error, 'offline', 'timed-out', 'restoring') ||
  (error instanceof AppError && error.code !== 'disk-full' && (error.status === 429 || (error.status ?? 0) >= 500))

/**
 * Converts a database API error. Unknown codes become `offline` if the server was unreachable, otherwise `unexpected`.
 */
export const fromPostgrest = (error: { code: string; message?: string }, status: number): AppError => {
  const { message = '' } = error
  const code = status === 401 ? status : message in CODES ? message : error.code
  return toAppError(error, code, UNREACHABLE.includes(status) ? 'offline' : 'unexpected', { status })
}

/** Parses a body. Throws `AppError` (`unexpected`) if it doesn't fit. */
export const parseBody = <Schema extends v.GenericSchema>(body: unknown, schema: Schema): v.InferOutput<Schema> => {
  const { success, output, issues } = v.safeParse(schema, body)
  if (!success) throw new AppError('unexpected', { cause: issues })
  return output
}

export type PostgrestResponse = { data: unknown; error: { code: string; message?: string } | null; status: number }

/** Parses a database response. Throws `AppError`. */
export const parseResponse = <Schema extends v.GenericSchema>(
  { data, error, status }: PostgrestResponse,
  schema: Schema,
): v.InferOutput<Schema> => {
  if (error) throw fromPostgrest(error, status)
  return parseBody(data, schema)
}

type AuthFailure = Pick<AuthError, 'name' | 'message'> &
  Partial<Pick<AuthError, 'status' | 'code'>> & { reasons?: readonly string[] }

/** Converts auth errors. Rejected requests keep the server's message as `detail`. */
export const fromAuth = (error: AuthFailure): AppError => {
  const { name, message, status = 0, code = '', reasons = [] } = error
  if (name === 'AuthRetryableFetchError')
    return toAppError(error, '', UNREACHABLE.includes(status) ? 'offline' : 'unexpected')
  if (name === 'AuthSessionMissingError') return toAppError(error, 401)
  const isRefused = status >= 400 && status < 500
  const details = isRefused || code in CODES ? { detail: message, reasons } : {}
  // A 401 without an auth code is the gateway's, for an invalid token or API key.
  const isTokenRefused = status === 401 && !(code in CODES) && !/api key/i.test(message)
  return toAppError(error, isTokenRefused ? 401 : code, isRefused ? 'refused' : 'unexpected', details)
}

const functionFailure = v.object({ error: v.object({ code: v.string() }) })

/** Converts errors of `functions.invoke`. */
export const fromFunction = async (error: { name: string; context?: unknown }): Promise<AppError> => {
  if (!(error.context instanceof Response))
    return new AppError(String(error.context).includes(NO_RESPONSE) ? 'timed-out' : 'offline', { cause: error })
  if (error.context.status === 401) return toAppError(error, 401)
  const { output, success } = v.safeParse(functionFailure, await error.context.json().catch(() => undefined))
  return toAppError(error, success ? output.error.code : '')
}

type StorageFailure = { message: string; status?: number | undefined; statusCode?: string | undefined }

/** Converts Supabase Storage errors, which wrap the real status in a response of status 400. */
export const fromStorage = (error: StorageFailure): AppError => {
  const { message, status, statusCode = '' } = error
  if (status === undefined || UNREACHABLE.includes(status)) return toAppError(error, '', 'offline')
  const code = statusCode in CODES ? statusCode : status
  // Storage reports an invalid token as 400 or as a missing right.
  const isTokenRefused =
    (code === 400 || CODES[code] === 'not-allowed') && /jw[st]|signature|claim|header param/i.test(message)
  return toAppError(error, isTokenRefused ? 401 : code, 'unexpected', { status: Number(statusCode) || status })
}
