import bcrypt from 'bcryptjs'
import type { AuthMails } from './auth-mails.ts'
import type { Engine } from './database/engine.ts'
import { addAmr, createFactors, findLevel, isFactorsPath, listFactors, takesCodes } from './factors.ts'
import { type AuthBody, authError, bearerOf, claimsOf, readAnswer, readAuthBody, signToken } from './requests.ts'

type Pass = (request: Request) => Promise<Response>

const createLimit = (most: number, windowMs: number) => {
  const counts = new Map<string, number>()
  let ends = 0
  return (ip: string): boolean => {
    if (performance.now() >= ends) {
      counts.clear()
      ends = performance.now() + windowMs
    }
    const count = (counts.get(ip) ?? 0) + 1
    counts.set(ip, count)
    return count <= most
  }
}

const banned = () => authError('user_banned', 'User is banned')

type GateSettings = {
  signUp: boolean
  /** How often an IP address may try to sign in, in five minutes, and to prove a factor, in two. */
  limits: { signIns: number; proofs: number }
  requireCurrentPassword: boolean
  maxFactors: number
  siteUrl: string
  jwtSecret: string
  mails: AuthMails
}

/**
 * What Lite lacks of the hosted auth server: it refuses strangers, banned users and repeated guesses, ends a user's other
 * sessions when the password changes, asks for the present one, knows invitations and second factors, and tells in a session's
 * tokens how it was opened.
 */
export const createAuthGate = (database: Pick<Engine, 'query' | 'transaction'>, settings: GateSettings) => {
  const { signUp, limits, mails } = settings
  const { query } = database
  const maySignIn = createLimit(limits.signIns, 300_000)
  const mayProve = createLimit(limits.proofs, 120_000)
  const factors = createFactors(database, settings)
  const isBanned = async (id: string) =>
    (await query('select 1 from auth.users where id::text = $1 and banned_until > now()', [id])).length > 0

  const hasAccount = async (email: string) =>
    (await query('select 1 from auth.users where email = $1', [email.toLowerCase()])).length > 0

  const askedBefore = async (email: string) => {
    const sql = `select 1 from auth.users where email = $1 and recovery_sent_at > now() - interval '1 minute'`
    return (await query(sql, [email.toLowerCase()])).length > 0
  }

  const isPasswordOf = async (id: string, password: string) => {
    const sql = 'select encrypted_password as hash from auth.users where id::text = $1'
    const [user] = await query<{ hash: string | null }>(sql, [id])
    return bcrypt.compare(password, user?.hash ?? '')
  }

  const afterPasswordChange = async (id: string, session: string) => {
    const others = 'where user_id::text = $1 and $2 <> '
    await query(`delete from auth.refresh_tokens ${others} session_id::text`, [id, session])
    await query(`delete from auth.sessions ${others} id::text`, [id, session])
    const [user] = await query<{ email: string }>('select email from auth.users where id::text = $1', [id])
    if (user) await mails.passwordChanged(user.email).catch(() => {})
  }

  const refuseChange = async (
    { email, password, current_password: current }: AuthBody,
    id: string,
    session: string,
  ) => {
    const level = await findLevel(query, session)
    if (level?.aal !== 'aal2' && (await listFactors(query, id)).some(({ status }) => status === 'verified')) {
      const message = 'AAL2 session is required to update email or password when MFA is enabled.'
      return (email || password) && authError('insufficient_aal', message, 401)
    }
    if (!password || !settings.requireCurrentPassword || level?.amr.some(({ method }) => method === 'otp')) return
    const message = 'Current password required when setting new password.'
    if (!current) return authError('current_password_required', message)
    if (!(await isPasswordOf(id, current))) return authError('current_password_invalid', message)
  }

  // Lite's tokens and users know nothing of factors.
  const complete = async (response: Response, opened?: 'password' | 'otp'): Promise<Response> => {
    const sent = response.ok ? readAnswer(await response.clone().text()) : undefined
    const granted = claimsOf(sent?.access_token ?? '')
    if (granted && (await isBanned(granted.sub))) return banned()
    const user = sent?.user ?? sent
    if (!user?.id) return response
    const found = await listFactors(query, user.id)
    const known = found.length > 0 ? { ...user, factors: found } : user
    const { status, headers } = response
    if (!granted) return Response.json(known, { status, headers })
    if (opened) await addAmr(query, granted.session_id, opened)
    const token = signToken({ ...granted, ...(await findLevel(query, granted.session_id)) }, settings.jwtSecret)
    return Response.json({ ...sent, access_token: token, user: known }, { status, headers })
  }

  return async (request: Request, path: string, ip: string, pass: Pass): Promise<Response> => {
    if ((path === 'token' && !maySignIn(ip)) || (takesCodes(path) && !mayProve(ip)))
      return authError('over_request_rate_limit', 'Request rate limit reached')
    const text = await request.text()
    const body = readAuthBody(text)
    if (!body) return authError('validation_failed', 'Could not read the request body, or the password is too long')
    const caller = claimsOf(bearerOf(request))
    if (caller && (await isBanned(caller.sub))) return banned()

    // Lite would make an account.
    if (!signUp && ['otp', 'magiclink'].includes(path) && !(await hasAccount(body.email ?? '')))
      return authError('otp_disabled', 'Signups not allowed for otp')
    if (path === 'recover' && (await askedBefore(body.email ?? '')))
      return authError('over_email_send_rate_limit', 'You can only request this once a minute')
    const { method, headers } = request
    const ask = (to: string, sent: RequestInit = {}) =>
      pass(new Request(new URL(to, request.url), { headers, ...sent }))
    const changesUser = path === 'user' && method === 'PUT'
    const isFactors = isFactorsPath(path) && method !== 'OPTIONS'
    if (isFactors || (changesUser && (body.email || body.password))) {
      // Lite checks the signature, and whether the session is still there.
      const asked = await ask('/auth/v1/user')
      const user = asked.ok ? readAnswer(await asked.clone().text()) : undefined
      if (!user?.id) return asked
      if (!caller?.session_id)
        return authError('session_not_found', 'Session from session_id claim in JWT does not exist')
      const refused = changesUser && (await refuseChange(body, caller.sub, caller.session_id))
      if (refused) return refused
      const refresh = async (refresh_token: string) => {
        const sent = { method: 'POST', body: JSON.stringify({ refresh_token }) }
        return complete(await ask('/auth/v1/token?grant_type=refresh_token', sent))
      }
      const who = { id: caller.sub, email: user.email ?? '', session: caller.session_id, ip }
      const answer = isFactors && (await factors({ method, path, body }, who, refresh))
      if (answer) return answer
    }
    // Lite knows no invitations, but confirms a sign-up in the same way.
    const asked = path === 'verify' && body.type === 'invite' ? JSON.stringify({ ...body, type: 'signup' }) : text
    const response = await pass(new Request(request.url, { method, headers, body: asked || null, redirect: 'manual' }))
    if (changesUser && response.ok && caller && body.password) await afterPasswordChange(caller.sub, caller.session_id)
    const isRefresh = new URL(request.url).searchParams.get('grant_type') === 'refresh_token'
    return complete(response, path === 'verify' ? 'otp' : isRefresh ? undefined : 'password')
  }
}
