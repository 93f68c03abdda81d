import type { Query } from './database/engine.ts'
import { authError, bearerOf, claimsOf, readAuthBody } from './requests.ts'

type Pass = (request: Request) => Promise<Response>

const WINDOW_MS = 300_000

const createSignInLimit = (most: number) => {
  const counts = new Map<string, number>()
  let ends = 0
  return (ip: string): boolean => {
    if (performance.now() >= ends) {
      counts.clear()
      ends = performance.now() + WINDOW_MS
    }
    const count = (counts.get(ip) ?? 0) + 1
    counts.set(ip, count)
    return count <= most
  }
}

const grantedToken = async (response: Response): Promise<string> =>
  /"access_token":"([^"]+)"/.exec(response.ok ? await response.clone().text() : '')?.[1] ?? ''

const banned = () => authError('user_banned', 'User is banned')

type GateSettings = {
  signUp: boolean
  signIns: number
  sendPasswordChanged: (email: string) => Promise<void>
}

/**
 * What Lite lacks of the hosted auth server: it refuses strangers, banned users and repeated guesses, ends a user's other
 * sessions when the password changes, and knows invitations.
 */
export const createAuthGate = (query: Query, { signUp, signIns, sendPasswordChanged }: GateSettings) => {
  const mayTry = createSignInLimit(signIns)
  const isBanned = async (id: string) =>
    (await query('select 1 from auth.users where id::text = $1 and banned_until > now()', [id])).length > 0

  const hasAccount = async (email: string) =>
    (await query('select 1 from auth.users where email = $1', [email.toLowerCase()])).length > 0

  const askedBefore = async (email: string) => {
    const sql = `select 1 from auth.users where email = $1 and recovery_sent_at > now() - interval '1 minute'`
    return (await query(sql, [email.toLowerCase()])).length > 0
  }

  const afterPasswordChange = async (id: string, session: string) => {
    const others = 'where user_id::text = $1 and $2 <> '
    await query(`delete from auth.refresh_tokens ${others} session_id::text`, [id, session])
    await query(`delete from auth.sessions ${others} id::text`, [id, session])
    const [user] = await query<{ email: string }>('select email from auth.users where id::text = $1', [id])
    if (user) await sendPasswordChanged(user.email).catch(() => {})
  }

  return async (request: Request, path: string, ip: string, pass: Pass): Promise<Response> => {
    if (path === 'token' && !mayTry(ip)) return authError('over_request_rate_limit', 'Request rate limit reached')
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
    // Lite knows no invitations, but confirms a sign-up in the same way.
    const asked = path === 'verify' && body.type === 'invite' ? JSON.stringify({ ...body, type: 'signup' }) : text
    const response = await pass(new Request(request.url, { method, headers, body: asked || null, redirect: 'manual' }))
    const granted = claimsOf(await grantedToken(response))
    if (granted && (await isBanned(granted.sub))) return banned()
    if (path === 'user' && method === 'PUT' && response.ok && caller && body.password)
      await afterPasswordChange(caller.sub, caller.session_id)
    return response
  }
}
