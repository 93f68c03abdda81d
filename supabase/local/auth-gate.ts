import type { Engine } from './database/engine.ts'
import { authError, bearerOf, claimsOf, readAuthBody, withOwnRedirect } from './requests.ts'

type Pass = (request: Request) => Promise<Response>

const WINDOW_MS = 300_000

/** Counts sign-ins by IP address, and says whether one more is within `most` in five minutes. */
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

/** The token that a response hands out, in its body or in the link it leads to. */
const grantedToken = async (response: Response): Promise<string> => {
  const location = response.headers.get('location')
  if (location) return new URLSearchParams(location.split('#')[1] ?? '').get('access_token') ?? ''
  const body = response.ok ? await response.clone().text() : ''
  return /"access_token":"([^"]+)"/.exec(body)?.[1] ?? ''
}

const banned = () => authError('user_banned', 'User is banned')

const bannedInsteadOf = (response: Response): Response => {
  const [target] = response.headers.get('location')?.split('#') ?? []
  if (target === undefined) return banned()
  const reason = { error: 'access_denied', error_code: 'user_banned', error_description: 'User is banned' }
  return new Response(null, { status: 303, headers: { location: `${target}#${new URLSearchParams(reason)}` } })
}

/** Follows the link of an invitation. Lite knows none, and confirms a sign-up by the same steps. */
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
 * What the hosted auth server does and Lite does not: refuses banned users and guessing, ends the other sessions when a password
 * changes. It is stricter in two things: while sign-up is off nobody signs in without a password, and links lead to the site's
 * own port.
 */
export const createAuthGate = (
  { query }: Pick<Engine, 'query'>,
  { origins, signUp, signIns, sendPasswordChanged }: GateSettings,
) => {
  const mayTry = createSignInLimit(signIns)
  const isBanned = async (id: string) =>
    (await query('select 1 from auth.users where id::text = $1 and banned_until > now()', [id])).length > 0

  // The login screen takes this refusal for an e-mail that is there.
  const askedBefore = async (email: string) => {
    const sql = `select 1 from auth.users where email = $1 and recovery_sent_at > now() - interval '1 minute'`
    return (await query(sql, [email.toLowerCase()])).length > 0
  }

  const endSession = async (id: string) => {
    await query('delete from auth.refresh_tokens where session_id::text = $1', [id])
    await query('delete from auth.sessions where id::text = $1', [id])
  }

  const afterPasswordChange = async (id: string, session: string) => {
    const others = 'where user_id::text = $1 and $2 <> '
    await query(`delete from auth.refresh_tokens ${others} session_id::text`, [id, session])
    await query(`delete from auth.sessions ${others} id::text`, [id, session])
    const [user] = await query<{ email: string }>('select email from auth.users where id::text = $1', [id])
    // The password is changed whether or not its owner can be told.
    if (user) await sendPasswordChanged(user.email).catch(() => {})
  }

  /** Answers a call of the auth API; `path` follows `/auth/v1/`, `pass` hands the call on to Lite. */
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
    if (granted && (await isBanned(granted.sub))) {
      await endSession(granted.session_id)
      return bannedInsteadOf(response)
    }
    if (path === 'user' && method === 'PUT' && response.ok && caller && body.password)
      await afterPasswordChange(caller.sub, caller.session_id)
    return response
  }
}
