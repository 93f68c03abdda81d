import bcrypt from 'bcryptjs'
import type { AuthLimits } from './auth-limits.ts'
import {
  authError,
  authPath,
  bearerOf,
  claimsOf,
  isNoToken,
  isWalkable,
  malformedToken,
  passInvitation,
  readAuthBody,
  refusedLink,
  unwalkable,
  withOwnRedirect,
  withPlainQuery,
} from './auth-requests.ts'
import type { Engine } from './database/engine.ts'

type Pass = (request: Request) => Promise<Response>
type Fields = Readonly<Record<string, unknown>>

// The hash of a password nobody knows, as costly to compare with as a real one.
const DECOY = bcrypt.hashSync(crypto.randomUUID(), 10)

// While sign-up is off, these two would tell who has an account.
const WITHOUT_PASSWORD = ['otp', 'magiclink']

// Every answer about an account takes as long as one that sends an e-mail.
const MAIL_CALLS = ['recover', 'resend', ...WITHOUT_PASSWORD]
const MAIL_ANSWER_MS = 200

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The token that an answer hands out, in its body or in the link it leads to. */
const grantedToken = async (response: Response): Promise<string> => {
  const location = response.headers.get('location')
  if (location) return new URLSearchParams(location.split('#')[1] ?? '').get('access_token') ?? ''
  if (!response.ok) return ''
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && 'access_token' in body ? text(body.access_token) : ''
}

type GateSettings = {
  jwtSecret: string
  /** Origins that the links of e-mails may lead to. */
  origins: readonly string[]
  /** Whether strangers may make accounts. */
  signUp: boolean
  /** Seconds between two recovery e-mails to one account. */
  mailWaitSeconds: number
  limits: AuthLimits
  /** Tells somebody that their password has been changed. */
  sendPasswordChanged: (email: string) => Promise<void>
}

/**
 * What the hosted auth server does and Lite does not: refuses odd bodies, banned users and guessing. It is stricter in two
 * things: while sign-up is off nobody signs in without a password, and links lead to the site's own port.
 */
export const createAuthGate = (
  { query }: Pick<Engine, 'query'>,
  { jwtSecret, origins, signUp, mailWaitSeconds, limits, sendPasswordChanged }: GateSettings,
) => {
  const finds = async (sql: string, value: string) => (await query(sql, [value])).length > 0
  const isBanned = async (id: string | undefined) =>
    id !== undefined && finds('select 1 from auth.users where id::text = $1 and banned_until > now()', id)

  // Before the password is compared, as the hosted server does: whoever asks learns of the ban.
  const refuseBanned = async (grant: string | null, fields: Fields): Promise<Response | undefined> => {
    const signIn = 'select 1 from auth.users where email = $1 and banned_until > now()'
    const refresh = `select 1 from auth.refresh_tokens t join auth.users u on u.id::text = t.user_id::text
      where t.token = $1 and u.banned_until > now()`
    if (grant === 'password' && (await finds(signIn, text(fields.email).toLowerCase())))
      return authError('user_banned', 'User is banned', 400)
    if (grant === 'refresh_token' && (await finds(refresh, text(fields.refresh_token))))
      return authError('user_banned', 'Invalid Refresh Token: User Banned', 400)
    return undefined
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

  // Lite compares no password for an unknown account, and admits that an unconfirmed one exists before it compares.
  const evenOut = async (response: Response, fields: Fields): Promise<Response> => {
    const email = text(fields.email).toLowerCase()
    const sql =
      'select encrypted_password as hash, email_confirmed_at is not null as confirmed from auth.users where email = $1'
    const [user] = await query<{ hash: string | null; confirmed: boolean }>(sql, [email])
    if (user?.hash && user.confirmed) return response
    const right = await bcrypt.compare(text(fields.password), user?.hash || DECOY)
    return right ? response : authError('invalid_credentials', 'Invalid login credentials')
  }

  const refuseMail = async (fields: Fields): Promise<Response | undefined> => {
    const sql = `select ceil(extract(epoch from recovery_sent_at - now()) + $2::integer)::integer as seconds
      from auth.users where email = $1 and recovery_sent_at > now() - make_interval(secs => $2::integer)`
    const [user] = await query<{ seconds: number }>(sql, [text(fields.email).toLowerCase(), mailWaitSeconds])
    if (!user) {
      const known = await finds('select 1 from auth.users where email = $1', text(fields.email).toLowerCase())
      if (!known || limits.allowsMail()) return undefined
      return authError('over_email_send_rate_limit', 'email rate limit exceeded')
    }
    const message = `For security purposes, you can only request this after ${user.seconds} seconds.`
    return authError('over_email_send_rate_limit', message)
  }

  /** Answers a call of the auth API; `pass` hands it on to Lite. */
  const gate = async (request: Request, path: string, ip: string, pass: Pass): Promise<Response> => {
    const started = performance.now()
    if (!limits.allows(request.method, path, ip))
      return authError('over_request_rate_limit', 'Request rate limit reached')
    const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    const body = hasBody ? await request.text() : ''
    const read = readAuthBody(body)
    if ('refusal' in read) return read.refusal
    const { method, headers } = request
    const url = withOwnRedirect(withPlainQuery(request.url), origins)
    const passed = new Request(url, { method, headers, body: body || null, redirect: 'manual' })

    if (!signUp && WITHOUT_PASSWORD.includes(path)) return authError('otp_disabled', 'Signups not allowed for otp')
    const caller = claimsOf(bearerOf(request), jwtSecret)
    if (await isBanned(caller?.sub)) return authError('user_banned', 'User is banned')

    const grant = path === 'token' ? new URL(url).searchParams.get('grant_type') : null
    const refusal = path === 'recover' ? await refuseMail(read.fields) : await refuseBanned(grant, read.fields)
    const answer = () => (path === 'verify' ? passInvitation(passed, pass) : pass(passed))
    let response = refusal ?? (await answer())
    if (grant === 'password' && response.status === 400 && !refusal && read.fields.email && read.fields.password)
      response = await evenOut(response, read.fields)

    const granted = claimsOf(await grantedToken(response), jwtSecret)
    if (granted && (await isBanned(granted.sub))) {
      await endSession(granted.session)
      return refusedLink(response) ?? authError('user_banned', 'User is banned')
    }
    if (path === 'user' && method === 'PUT' && response.ok && caller && read.fields.password)
      await afterPasswordChange(caller.sub, caller.session)
    if (MAIL_CALLS.includes(path)) {
      const left = MAIL_ANSWER_MS - ((performance.now() - started) % MAIL_ANSWER_MS)
      await new Promise((resolve) => setTimeout(resolve, left))
    }
    return response
  }

  return async (request: Request, ip: string, pass: Pass): Promise<Response> => {
    const path = authPath(request)
    if (path !== undefined) return gate(request, path, ip, pass)
    const apikey = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey')
    if (isNoToken(bearerOf(request), apikey)) return malformedToken()
    // PostgreSQL stores no NUL, and Lite looks for it in values only.
    if (/%00/.test(request.url)) return unwalkable()
    const text = request.body ? await request.clone().text() : ''
    return isWalkable(text) ? pass(request) : unwalkable()
  }
}
