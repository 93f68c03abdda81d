import * as v from 'valibot'
import { AppError, type ErrorCode } from './errors'
import { NO_ANSWER } from './fetch-with-timeout'

const POSTGREST_CODES: Record<string, ErrorCode> = {
  PGRST301: 'signed-out',
  PGRST303: 'signed-out',
  '42501': 'not-allowed',
  '23505': 'conflict',
  PT409: 'conflict',
  PGRST116: 'not-found',
}

/** `status` is 0 when no answer came. */
export const fromPostgrest = (error: { code: string; message?: string }, status: number): AppError => {
  if (error.message?.includes(NO_ANSWER)) return new AppError('timed-out', { cause: error })
  if (status === 0) return new AppError('offline', { cause: error })
  if (status === 401) return new AppError('signed-out', { cause: error })
  return new AppError(POSTGREST_CODES[error.code] ?? 'unexpected', { cause: error })
}

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

const AUTH_CODES: Record<string, ErrorCode> = {
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
  if (error.message.includes(NO_ANSWER)) return new AppError('timed-out', { cause: error })
  if (error.name === 'AuthRetryableFetchError') {
    return new AppError(UNREACHABLE.includes(error.status ?? 0) ? 'offline' : 'unexpected', { cause: error })
  }
  if (error.name === 'AuthSessionMissingError') return new AppError('signed-out', { cause: error })
  const code = AUTH_CODES[error.code ?? '']
  if (code) return new AppError(code, { cause: error, detail: error.message, reasons: error.reasons })
  const isRefused = error.status !== undefined && error.status >= 400 && error.status < 500
  return isRefused
    ? new AppError('refused', { cause: error, detail: error.message })
    : new AppError('unexpected', { cause: error })
}

const FUNCTION_CODES: Record<string, ErrorCode> = {
  'not-allowed': 'not-allowed',
  'rate-limited': 'rate-limited',
  'delivery-failed': 'delivery-failed',
  conflict: 'conflict',
  'not-found': 'not-found',
}

/** Translates an error of `supabase.functions.invoke`: no answer, or a code of `@contract/reply` in its body. */
export const fromFunction = async (error: { name: string; context?: unknown }): Promise<AppError> => {
  if (!(error.context instanceof Response))
    return new AppError(String(error.context).includes(NO_ANSWER) ? 'timed-out' : 'offline', { cause: error })
  const body: unknown = await error.context.json().catch(() => undefined)
  const failure = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const code = typeof failure === 'object' && failure !== null && 'code' in failure ? String(failure.code) : ''
  return new AppError(FUNCTION_CODES[code] ?? 'unexpected', { cause: error })
}

const STORAGE_CODES: Record<string, ErrorCode> = {
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

type StorageFailure = { message: string; status?: number | undefined; statusCode?: string | undefined }

/** Translates an error of Supabase Storage, which tells the status, or a name for it, within an answer of status 400. */
export const fromStorage = (error: StorageFailure): AppError => {
  if (error.message.includes(NO_ANSWER)) return new AppError('timed-out', { cause: error })
  if (error.status === undefined) return new AppError('offline', { cause: error })
  const code = STORAGE_CODES[error.statusCode ?? ''] ?? STORAGE_CODES[error.status] ?? 'unexpected'
  // A token that has expired is refused with 403, too.
  const isExpired = code === 'not-allowed' && /jwt|exp/i.test(error.message)
  return new AppError(isExpired ? 'signed-out' : code, { cause: error })
}
