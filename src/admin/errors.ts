import { NO_ANSWER } from './time-limit'

/**
 * What can go wrong in the admin area. `timed-out`: asked, but not answered in time; `signed-out`: no session, or one
 * that ended; `not-allowed`: not an administrator; `refused`: the server said no and why, in `detail`.
 */
export type AdminErrorCode =
  | 'offline'
  | 'timed-out'
  | 'signed-out'
  | 'not-allowed'
  | 'conflict'
  | 'not-found'
  | 'last-admin'
  | 'email-exists'
  | 'setup-closed'
  | 'users-unchecked'
  | 'weak-password'
  | 'delivery-failed'
  | 'rate-limited'
  | 'refused'
  | 'unexpected'

type AdminErrorOptions = ErrorOptions & { detail?: string; reasons?: readonly string[] }

/** The one error admin operations throw; screens choose the sentence by `code`. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
  readonly code: AdminErrorCode
  /** The auth server's own sentence, where the contract wants it shown. */
  readonly detail: string | undefined
  /** Why a password is too weak, in the auth server's words: length, characters, pwned. */
  readonly reasons: readonly string[]

  constructor(code: AdminErrorCode, { detail, reasons = [], ...options }: AdminErrorOptions = {}) {
    super(code, options)
    this.code = code
    this.detail = detail
    this.reasons = reasons
  }
}

/** Whether an error is an `AdminError` of this code. */
export const isAdminError = (error: unknown, code: AdminErrorCode): boolean =>
  error instanceof AdminError && error.code === code

const POSTGREST_CODES: Record<string, AdminErrorCode> = {
  PGRST301: 'signed-out',
  PGRST303: 'signed-out',
  '42501': 'not-allowed',
  '23505': 'conflict',
  PT409: 'conflict',
  PGRST116: 'not-found',
}

/** Translates an answer of the database. `status` is 0 when none came. */
export const fromPostgrest = (error: { code: string; message?: string }, status: number): AdminError => {
  if (error.message?.includes(NO_ANSWER)) return new AdminError('timed-out', { cause: error })
  if (status === 0) return new AdminError('offline', { cause: error })
  if (status === 401) return new AdminError('signed-out', { cause: error })
  return new AdminError(POSTGREST_CODES[error.code] ?? 'unexpected', { cause: error })
}

const AUTH_CODES: Record<string, AdminErrorCode> = {
  last_admin: 'last-admin',
  email_exists: 'email-exists',
  setup_closed: 'setup-closed',
  users_unchecked: 'users-unchecked',
  weak_password: 'weak-password',
  user_not_found: 'not-found',
  session_not_found: 'signed-out',
  bad_jwt: 'signed-out',
  no_authorization: 'signed-out',
  not_admin: 'not-allowed',
  over_request_rate_limit: 'rate-limited',
}

type AuthFailure = {
  name: string
  message: string
  status?: number | undefined
  code?: string | undefined
  reasons?: readonly string[]
}

// The client calls every answer of 5xx, and none at all (status 0), worth another try.
const UNREACHABLE = [0, 502, 503, 504]

/** Translates an error of the auth server or of the `auth-admin` function; its sentence is kept in `detail`. */
export const fromAuth = (error: AuthFailure): AdminError => {
  if (error.message.includes(NO_ANSWER)) return new AdminError('timed-out', { cause: error })
  if (error.name === 'AuthRetryableFetchError') {
    return new AdminError(UNREACHABLE.includes(error.status ?? 0) ? 'offline' : 'unexpected', { cause: error })
  }
  if (error.name === 'AuthSessionMissingError') return new AdminError('signed-out', { cause: error })
  const code = AUTH_CODES[error.code ?? '']
  if (code) return new AdminError(code, { cause: error, detail: error.message, reasons: error.reasons ?? [] })
  const refused = error.status !== undefined && error.status >= 400 && error.status < 500
  return refused
    ? new AdminError('refused', { cause: error, detail: error.message })
    : new AdminError('unexpected', { cause: error })
}

const FUNCTION_CODES: Record<string, AdminErrorCode> = {
  'not-allowed': 'not-allowed',
  'rate-limited': 'rate-limited',
  'delivery-failed': 'delivery-failed',
  conflict: 'conflict',
  'not-found': 'not-found',
}

/** Translates an error of `supabase.functions.invoke`: no answer, or one with a code of `@contract/reply` in its body. */
export const fromFunction = async (error: { name: string; context?: unknown }): Promise<AdminError> => {
  if (!(error.context instanceof Response)) return new AdminError('offline', { cause: error })
  const body: unknown = await error.context.json().catch(() => undefined)
  const failure = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const code = typeof failure === 'object' && failure !== null && 'code' in failure ? String(failure.code) : ''
  return new AdminError(FUNCTION_CODES[code] ?? 'unexpected', { cause: error })
}
