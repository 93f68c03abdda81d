import type { Context } from 'hono'
import { AUTH_ADMIN_MESSAGES, type AuthAdminErrorCode } from '../_shared/contract/auth-admin.ts'
import { type EndpointErrorCode, FunctionError, loggable, logSecurity } from '../_shared/errors.ts'

const STATUS = {
  email_exists: 422,
  weak_password: 422,
  validation_failed: 400,
  user_not_found: 404,
  mfa_factor_not_found: 404,
  no_authorization: 401,
  not_admin: 403,
  last_admin: 409,
  setup_closed: 409,
  restoring: 423,
  // Not 5xx: the browser's client takes those for a bad connection and drops the code.
  users_unchecked: 424,
  invite_failed: 424,
  not_found: 404,
  over_request_rate_limit: 429,
  too_large: 413,
  unexpected_failure: 500,
} as const satisfies Record<AuthAdminErrorCode, number>

/** Refuses a call of `auth-admin`. */
export class AuthAdminError extends Error {
  readonly code: AuthAdminErrorCode

  constructor(code: AuthAdminErrorCode) {
    super(AUTH_ADMIN_MESSAGES[code])
    this.name = 'AuthAdminError'
    this.code = code
  }
}

// supabase-js reads error codes from the body only when the response names a version at least this new.
const API_VERSION = { 'x-supabase-api-version': '2024-01-01' }

/** Responds with what the auth server returned, and its paging headers. */
export const respond = (c: Context, { body, headers }: { body: unknown; headers: Headers }): Response => {
  for (const name of ['link', 'x-total-count']) c.header(name, headers.get(name) ?? undefined)
  return c.json(body as object, 200, API_VERSION)
}

const SHARED: Partial<Record<EndpointErrorCode, AuthAdminErrorCode>> = {
  'rate-limited': 'over_request_rate_limit',
  'too-large': 'too_large',
  invalid: 'validation_failed',
}

const toKnownError = (cause: Error, c: Context): Error => {
  const { code } = cause as Partial<FunctionError>
  if (code === 'method-not-allowed') return new AuthAdminError('not_found')
  if (code !== 'not-allowed') return cause
  return new AuthAdminError(c.req.header('authorization') === undefined ? 'no_authorization' : 'not_admin')
}

/** Responds to an error in the auth server's format. Unexpected errors are only logged. */
export const onError = (cause: Error, c: Context): Response => {
  const error = toKnownError(cause, c)
  const isKnown = error instanceof AuthAdminError || error instanceof FunctionError
  if (isKnown) logSecurity('refused', { function: 'auth-admin', code: error.code, method: c.req.method })
  else console.error('[auth-admin]', loggable(error))
  const shared = error instanceof FunctionError ? SHARED[error.code] : undefined
  const code = error instanceof AuthAdminError ? error.code : (shared ?? 'unexpected_failure')
  if (error instanceof FunctionError && error.retryAfter !== undefined)
    c.header('retry-after', String(error.retryAfter))
  const reasons = code === 'weak_password' && { weak_password: { reasons: ['length'] } }
  const body = { code, message: AUTH_ADMIN_MESSAGES[code], ...reasons }
  return c.json(body, STATUS[code], { ...API_VERSION, 'x-sb-error-code': code })
}
