import bcrypt from 'bcryptjs'
import { sign } from 'hono/jwt'
import type { AuthMails } from './auth-mails.ts'
import type { Engine } from './database/engine.ts'
import { createFactors, getAssuranceLevel, listFactors, needsMfaCode, recordAuthMethod } from './factors.ts'
import type { ProjectConfig } from './project-config.ts'
import { type AuthBody, authError, getBearerToken, parseClaims, readAuthBody } from './requests.ts'

type Pass = (request: Request) => Promise<Response>

const createLimit = (most: number) => {
  const counts = new Map<string, number>()
  let ends = 0
  return (ip: string): boolean => {
    if (performance.now() >= ends) {
      counts.clear()
      ends = performance.now() + 5 * 60_000
    }
    const count = (counts.get(ip) ?? 0) + 1
    counts.set(ip, count)
    return count <= most
  }
}

const rateLimitError = () => authError(429, 'over_request_rate_limit', 'Request rate limit reached')
const bannedError = () => authError(403, 'user_banned', 'User is banned')

type GateSettings = {
  auth: ProjectConfig['auth']
  /** Sign-ins per IP address in five minutes. */
  signInLimit: number
  jwtSecret: string
  notify: AuthMails['notify']
}

/** Adds what Lite lacks: bans, sign-in limits, password checks, invitations, two-factor, and AAL and AMR in tokens. */
export const createAuthGate = (database: Pick<Engine, 'query' | 'transaction'>, settings: GateSettings) => {
  const { query } = database
  const { auth, signInLimit, jwtSecret, notify } = settings
  const maySignIn = createLimit(signInLimit)
  const factors = createFactors(database, { maxFactors: auth.mfa.max_enrolled_factors, notify })
  const hasUser = async (condition: string, value: string) =>
    (await query(`select 1 from auth.users where ${condition}`, [value])).length > 0
  const isBanned = (id: string) => hasUser('id::text = $1 and banned_until > now()', id)
  const hasAccount = (email: string) => hasUser('email = $1', email.toLowerCase())
  const wasRecentlyRequested = (email: string) =>
    hasUser(`email = $1 and recovery_sent_at between now() - interval '1 minute' and now()`, email.toLowerCase())

  const afterPasswordChange = async (id: string, session: string) => {
    const others = 'where user_id::text = $1 and $2 <> '
    await query(`delete from auth.refresh_tokens ${others} session_id::text`, [id, session])
    await query(`delete from auth.sessions ${others} id::text`, [id, session])
    const [user] = await query<{ email: string }>('select email from auth.users where id::text = $1', [id])
    if (user) await notify(user.email, 'password_changed')
  }

  const checkUserChange = async (id: string, session: string, { password, current_password: present }: AuthBody) => {
    const level = 'AAL2 session is required to update email or password when MFA is enabled.'
    if (await needsMfaCode(query, id, session)) return authError(401, 'insufficient_aal', level)
    const byEmail = (await getAssuranceLevel(query, session)).amr.some(({ method }) => method === 'otp')
    if (!password || !auth.email.require_current_password || byEmail) return undefined
    const missing = 'Current password required when setting new password.'
    if (!present) return authError(400, 'current_password_required', missing)
    const sql = 'select encrypted_password as hash from auth.users where id::text = $1'
    const [user] = await query<{ hash: string | null }>(sql, [id])
    const isRight = await bcrypt.compare(present, user?.hash ?? '')
    return isRight ? undefined : authError(400, 'current_password_invalid', missing)
  }

  const complete = async (response: Response, openedBy?: 'password' | 'otp'): Promise<Response> => {
    if (!response.ok) return response
    const copy = response.clone()
    const sent = await copy.json().catch(() => undefined)
    const granted = parseClaims(sent?.access_token ?? '')
    if (granted && (await isBanned(granted.sub))) return bannedError()
    const user = sent?.user ?? sent
    if (!user?.id) return response
    const factors = await listFactors(query, user.id)
    const known = factors.length > 0 ? { ...user, factors } : user
    const { status, headers } = response
    if (!granted) return Response.json(known, { status, headers })
    if (openedBy) await recordAuthMethod(query, granted.session_id, openedBy)
    const access_token = await sign({ ...granted, ...(await getAssuranceLevel(query, granted.session_id)) }, jwtSecret)
    return Response.json({ ...sent, access_token, user: known }, { status, headers })
  }

  return async (request: Request, path: string, ip: string, pass: Pass): Promise<Response> => {
    const { method, headers } = request
    const changesUser = path === 'user' && method === 'PUT'
    // Both reveal whether a password is right.
    if ((path === 'token' || changesUser) && !maySignIn(ip)) return rateLimitError()
    const text = await request.text()
    const body = readAuthBody(text)
    if (!body)
      return authError(400, 'validation_failed', 'Could not read the request body, or the password is too long')
    const caller = parseClaims(getBearerToken(request))
    if (caller && (await isBanned(caller.sub))) return bannedError()

    // Lite would create an account.
    if (!auth.enable_signup && ['otp', 'magiclink'].includes(path) && !(await hasAccount(body.email ?? '')))
      return authError(422, 'otp_disabled', 'Signups not allowed for otp')
    if (path === 'recover' && (await wasRecentlyRequested(body.email ?? '')))
      return authError(429, 'over_email_send_rate_limit', 'You can only request this once a minute')
    const callLite = (to: string, options = {}) => pass(new Request(new URL(to, request.url), { headers, ...options }))
    const isFactors = method !== 'OPTIONS' && /^factors(\/|$)/.test(path)
    if (isFactors || (changesUser && (body.email || body.password))) {
      // Lite checks the signature and whether the session exists.
      const userResponse = await callLite('/auth/v1/user')
      if (!userResponse.ok || !caller) return userResponse
      const { sub: id, session_id: session } = caller
      const { email } = await userResponse.json()
      const refresh = async (refresh_token: string) => {
        const options = { method: 'POST', body: JSON.stringify({ refresh_token }) }
        return complete(await callLite('/auth/v1/token?grant_type=refresh_token', options))
      }
      if (isFactors) return factors.fetch(request, { caller: { id, email, session, ip }, body, refresh })
      const refusal = await checkUserChange(id, session, body)
      if (refusal) return refusal
    }
    // Lite has no invitations but confirms sign-ups the same way.
    const forwardedBody =
      path === 'verify' && body.type === 'invite' ? JSON.stringify({ ...body, type: 'signup' }) : text
    const response = await pass(
      new Request(request.url, { method, headers, body: forwardedBody || null, redirect: 'manual' }),
    )
    if (changesUser && response.ok && caller && body.password) await afterPasswordChange(caller.sub, caller.session_id)
    const isRefresh = new URL(request.url).searchParams.get('grant_type') === 'refresh_token'
    return complete(response, path === 'verify' ? 'otp' : isRefresh ? undefined : 'password')
  }
}
