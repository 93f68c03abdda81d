import type { Context } from 'hono'
import { PASSWORD_MIN } from '../_shared/contract/auth-admin.ts'
import { FunctionError, loggable, logSecurity, type PipelineErrorCode } from '../_shared/errors.ts'

/** Status and message of the auth server's error codes and ours. */
export const AUTH_ADMIN_ERRORS = {
  email_exists: [422, 'A user with this email address has already been registered'],
  weak_password: [422, `Password should be at least ${PASSWORD_MIN} characters.`],
  validation_failed: [400, 'Unable to validate the details of this user'],
  user_not_found: [404, 'User not found'],
  mfa_factor_not_found: [404, 'Factor not found'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  not_admin: [403, 'User not allowed'],
  last_admin: [409, 'The last administrator can’t be removed'],
  setup_closed: [409, 'An administrator already exists'],
  restoring: [423, 'A backup is being restored. Please try again when it has finished.'],
  // supabase-js takes 5xx for a network error and drops the code.
  users_unchecked: [424, 'Failed to check for existing users'],
  invite_failed: [424, 'The invitation couldn’t be sent'],
  not_found: [404, 'Not found'],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  too_large: [413, 'Request body too large'],
  unexpected_failure: [500, 'Unexpected failure, please try again later'],
} as const
export type AuthAdminErrorCode = keyof typeof AUTH_ADMIN_ERRORS

export class AuthAdminError extends Error {
  readonly code: AuthAdminErrorCode

  constructor(code: AuthAdminErrorCode) {
    super(AUTH_ADMIN_ERRORS[code][1])
    this.name = 'AuthAdminError'
    this.code = code
  }
}

// supabase-js only reads error codes from the body from this version on.
const VERSION_HEADER = { 'x-supabase-api-version': '2024-01-01' }

/** Responds with the auth server's body and paging headers. */
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

const getErrorCode = (cause: Error, c: Context): AuthAdminErrorCode => {
  if (cause instanceof AuthAdminError) return cause.code
  if (!(cause instanceof FunctionError)) return 'unexpected_failure'
  if (cause.code !== 'not-allowed') return SHARED[cause.code] ?? 'unexpected_failure'
  return c.req.header('authorization') === undefined ? 'no_authorization' : 'not_admin'
}

/** Responds in the auth server's format. */
export const onError = (cause: Error, c: Context): Response => {
  const code = getErrorCode(cause, c)
  const isRefusal = cause instanceof AuthAdminError || cause instanceof FunctionError
  if (isRefusal) logSecurity('refused', { function: 'auth-admin', code, method: c.req.method })
  else console.error('[auth-admin]', loggable(cause))
  if (cause instanceof FunctionError && cause.retryAfter !== undefined)
    c.header('retry-after', String(cause.retryAfter))
  const [status, message] = AUTH_ADMIN_ERRORS[code]
  const reasons = code === 'weak_password' && { weak_password: { reasons: ['length'] } }
  return c.json({ code, message, ...reasons }, status, { ...VERSION_HEADER, 'x-sb-error-code': code })
}
