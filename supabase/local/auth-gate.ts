import bcrypt from 'bcryptjs'
import { createAttempts } from './auth-attempts.ts'
import {
  authError,
  authPath,
  bearerOf,
  isNoToken,
  isWalkable,
  malformedToken,
  passInvitation,
  readAuthBody,
  subjectOf,
  unwalkable,
  withOwnRedirect,
  withPlainQuery,
} from './auth-requests.ts'
import { createMutex, type Engine } from './database/engine.ts'

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
}

/**
 * What the hosted auth server does and Lite does not: refuses odd bodies, banned users and guessing. It is stricter in two
 * things: while sign-up is off nobody signs in without a password, and links lead to the site's own port.
 */
export const createAuthGate = (
  { query }: Pick<Engine, 'query'>,
  { jwtSecret, origins, signUp, mailWaitSeconds }: GateSettings,
) => {
  const attempts = createAttempts()
  // One after the other: a hundred at once would each find no failure before them.
  const inTurn = createMutex()

  const isBanned = async (id: string | undefined) =>
    id !== undefined &&
    (await query('select 1 from auth.users where id::text = $1 and banned_until > now()', [id])).length > 0

  const endSessions = async (id: string) => {
    await query('delete from auth.refresh_tokens where user_id::text = $1', [id])
    await query('delete from auth.sessions where user_id::text = $1', [id])
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

  const refuseTooSoon = async (fields: Fields): Promise<Response | undefined> => {
    const sql = `select ceil(extract(epoch from recovery_sent_at - now()) + $2::integer)::integer as seconds
      from auth.users where email = $1 and recovery_sent_at > now() - make_interval(secs => $2::integer)`
    const [user] = await query<{ seconds: number }>(sql, [text(fields.email).toLowerCase(), mailWaitSeconds])
    if (!user) return undefined
    const message = `For security purposes, you can only request this after ${user.seconds} seconds.`
    return authError('over_email_send_rate_limit', message)
  }

  const guess = async (request: Request, fields: Fields, ip: string, pass: Pass): Promise<Response> => {
    const account = text(fields.email)
    const wait = attempts.wait(ip, account)
    if (wait > 0)
      return authError('over_request_rate_limit', 'Request rate limit reached', { 'retry-after': String(wait) })
    const byPassword = new URL(request.url).searchParams.get('grant_type') === 'password'
    const response = await pass(request)
    const denied =
      (response.status >= 400 && response.status < 500) || /error=/.test(response.headers.get('location') ?? '')
    if (!denied) return response
    attempts.fail(ip, account)
    return byPassword && fields.email && fields.password ? evenOut(response, fields) : response
  }

  /** Answers a call of the auth API; `pass` hands it on to Lite. */
  const gate = async (request: Request, path: string, ip: string, pass: Pass): Promise<Response> => {
    const started = performance.now()
    const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    const body = hasBody ? await request.text() : ''
    const read = readAuthBody(body)
    if ('refusal' in read) return read.refusal
    const { method, headers } = request
    const url = withOwnRedirect(withPlainQuery(request.url), origins)
    const passed = new Request(url, { method, headers, body: body || null, redirect: 'manual' })

    if (!signUp && WITHOUT_PASSWORD.includes(path)) return authError('otp_disabled', 'Signups not allowed for otp')
    if (path !== 'logout' && (await isBanned(subjectOf(bearerOf(request), jwtSecret))))
      return authError('user_banned', 'User is banned')

    const grant = new URL(url).searchParams.get('grant_type')
    const guessing = path === 'verify' || (path === 'token' && grant !== 'refresh_token')
    const refusal = path === 'recover' ? await refuseTooSoon(read.fields) : undefined
    const answer = () => (path === 'verify' ? passInvitation(passed, pass) : pass(passed))
    const response = refusal ?? (guessing ? await inTurn(() => guess(passed, read.fields, ip, answer)) : await answer())

    const granted = subjectOf(await grantedToken(response), jwtSecret)
    if (granted && (await isBanned(granted))) {
      await endSessions(granted)
      return authError('user_banned', 'User is banned')
    }
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
