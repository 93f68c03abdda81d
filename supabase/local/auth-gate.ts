import type { Query } from './database/engine.ts'
import { authError, bearerOf, claimsOf, readAuthBody, withOwnRedirect } from './requests.ts'

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

// Lite knows no invitations, but confirms a sign-up in the same way.
const passInvitation = async (request: Request, pass: Pass): Promise<Response> => {
  const url = new URL(request.url)
  if (url.searchParams.get('type') !== 'invite' || request.method !== 'GET') return pass(request)
  url.searchParams.set('type', 'signup')
  const response = await pass(new Request(url, request))
  const headers = new Headers(response.headers)
  const location = headers.get('location')
  if (location) headers.set('location', location.replace(/([#&]type=)signup\b/, '$1invite'))
  return new Response(response.body, { status: response.status, headers })
}

type GateSettings = {
  origins: readonly string[]
  signUp: boolean
  signIns: number
  sendPasswordChanged: (email: string) => Promise<void>
}

/**
 * What Lite lacks of the hosted auth server: it refuses banned users and repeated guesses, and ends a user's other sessions when
 * the password changes. Stricter than hosted: without sign-up nobody signs in without a password; links lead to this site only.
 */
export const createAuthGate = (query: Query, { origins, signUp, signIns, sendPasswordChanged }: GateSettings) => {
  const mayTry = createSignInLimit(signIns)
  const isBanned = async (id: string) =>
    (await query('select 1 from auth.users where id::text = $1 and banned_until > now()', [id])).length > 0

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
    if (!signUp && ['otp', 'magiclink'].includes(path)) return authError('otp_disabled', 'Signups not allowed for otp')
    const text = await request.text()
    const body = readAuthBody(text)
    if (!body) return authError('validation_failed', 'Could not read the request body, or the password is too long')
    const caller = claimsOf(bearerOf(request))
    if (caller && (await isBanned(caller.sub))) return banned()

    if (path === 'recover' && (await askedBefore(body.email ?? '')))
      return authError('over_email_send_rate_limit', 'You can only request this once a minute')
    const { method, headers } = request
    const url = withOwnRedirect(request.url, origins)
    const passed = new Request(url, { method, headers, body: text || null, redirect: 'manual' })
    const response = await (path === 'verify' ? passInvitation(passed, pass) : pass(passed))
    const granted = claimsOf(await grantedToken(response))
    if (granted && (await isBanned(granted.sub))) return banned()
    if (path === 'user' && method === 'PUT' && response.ok && caller && body.password)
      await afterPasswordChange(caller.sub, caller.session_id)
    return response
  }
}
