import type { Context } from 'hono'
import { AUTH_ADMIN_MESSAGES, type AuthAdminErrorCode } from '../_shared/contract/auth-admin.ts'
import { FunctionError, loggable, logSecurity, type PipelineErrorCode } from '../_shared/errors.ts'

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
const VERSION_HEADER = { 'x-supabase-api-version': '2024-01-01' }

/** Responds with what the auth server returned, and its paging headers. */
export const respond = (c: Context, { body, headers }: { body: unknown; headers: Headers }): Response => {
  for (const name of ['link', 'x-total-count']) c.header(name, headers.get(name) ?? undefined)
  return c.json(body as object, 200, VERSION_HEADER)
}

const SHARED: Partial<Record<PipelineErrorCode, AuthAdminErrorCode>> = {
  'method-not-allowed': 'not_found',
  'rate-limited': 'over_request_rate_limit',
  'too-large': 'too_large',
  invalid: 'validation_failed',
}

const codeOf = (cause: Error, c: Context): AuthAdminErrorCode => {
  if (cause instanceof AuthAdminError) return cause.code
  if (!(cause instanceof FunctionError)) return 'unexpected_failure'
  if (cause.code !== 'not-allowed') return SHARED[cause.code] ?? 'unexpected_failure'
  return c.req.header('authorization') === undefined ? 'no_authorization' : 'not_admin'
}

/** Responds to an error in the auth server's format. Unexpected errors are only logged. */
export const onError = (cause: Error, c: Context): Response => {
  const code = codeOf(cause, c)
  const isRefusal = cause instanceof AuthAdminError || cause instanceof FunctionError
  if (isRefusal) logSecurity('refused', { function: 'auth-admin', code, method: c.req.method })
  else console.error('[auth-admin]', loggable(cause))
  if (cause instanceof FunctionError && cause.retryAfter !== undefined)
    c.header('retry-after', String(cause.retryAfter))
  const reasons = code === 'weak_password' && { weak_password: { reasons: ['length'] } }
  const body = { code, message: AUTH_ADMIN_MESSAGES[code], ...reasons }
  return c.json(body, STATUS[code], { ...VERSION_HEADER, 'x-sb-error-code': code })
}
