import { AUTH_ADMIN_MESSAGES, type AuthAdminErrorCode } from '../_shared/contract/auth-admin.ts'
import { CORS_HEADERS } from '../_shared/http.ts'

const STATUS: Record<AuthAdminErrorCode, number> = {
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
}
// supabase-js reads error codes from the body only when the response names a version at least this new.
const API_VERSION = '2024-01-01'

const HEADERS = {
  ...CORS_HEADERS,
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-expose-headers': 'link, x-total-count, x-sb-error-code, x-supabase-api-version',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-supabase-api-version': API_VERSION,
}

/** Refuses a call of `auth-admin`; the handler makes the response of it. */
export class AuthAdminError extends Error {
  readonly code: AuthAdminErrorCode

  constructor(code: AuthAdminErrorCode) {
    super(AUTH_ADMIN_MESSAGES[code])
    this.name = 'AuthAdminError'
    this.code = code
  }
}

export const preflight = (): Response => new Response(null, { status: 204, headers: HEADERS })

export const reply = (body: unknown, extra: Record<string, string> = {}): Response =>
  Response.json(body, { headers: { ...HEADERS, ...extra } })

export const errorReply = (code: AuthAdminErrorCode, extra: Record<string, string> = {}): Response => {
  const reasons = code === 'weak_password' ? { weak_password: { reasons: ['length'] } } : {}
  const body = { code, message: AUTH_ADMIN_MESSAGES[code], ...reasons }
  return Response.json(body, { status: STATUS[code], headers: { ...HEADERS, 'x-sb-error-code': code, ...extra } })
}
