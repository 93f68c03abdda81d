import type { Settings } from '../_shared/env.ts'
import { keyHeaders } from '../_shared/services.ts'
import { AuthAdminError, type AuthAdminErrorCode } from './errors.ts'

const KNOWN = ['email_exists', 'weak_password', 'validation_failed', 'user_not_found', 'mfa_factor_not_found'] as const

const MAIL_LIMIT = 'over_email_send_rate_limit'

const toErrorCode = (body: unknown): AuthAdminErrorCode => {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  if (code === MAIL_LIMIT) return 'invite_failed'
  return KNOWN.find((known) => known === code) ?? 'unexpected_failure'
}

/** Calls the auth server's admin API with the secret key. Throws `AuthAdminError` without the server's text. */
export const createUpstream =
  ({ supabaseUrl, secretKey }: Settings, fetcher: typeof fetch) =>
  async (method: string, path: string, body?: object) => {
    const response = await fetcher(`${supabaseUrl}/auth/v1${path}`, {
      method,
      headers: {
        ...keyHeaders(secretKey),
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(10_000),
      redirect: 'error',
    })
    const payload: unknown = await response.json().catch(() => null)
    if (response.ok) return { body: payload, headers: response.headers }
    const code = toErrorCode(payload)
    if (code === 'unexpected_failure') console.error(`[auth-admin] ${method} ${path}: ${response.status}`, payload)
    throw new AuthAdminError(code)
  }
