import { createHmac, timingSafeEqual } from 'node:crypto'
import { PASSWORD_MAX_BYTES } from '../functions/_shared/contract/auth-admin.ts'

const STATUS = {
  bad_json: 400,
  validation_failed: 400,
  invalid_credentials: 400,
  user_banned: 403,
  otp_disabled: 422,
  over_request_rate_limit: 429,
  over_email_send_rate_limit: 429,
} as const

/** A refusal in the words of the auth server. */
export const authError = (code: keyof typeof STATUS, message: string, status: number = STATUS[code]): Response =>
  Response.json({ code: status, error_code: code, msg: message }, { status, headers: { 'x-sb-error-code': code } })

const SCHEME = /^Bearer(?:\s+|$)/i

/** The bearer token of a request, '' without one. */
export const bearerOf = (request: Request): string => {
  const header = request.headers.get('authorization') ?? ''
  return SCHEME.test(header) ? header.replace(SCHEME, '').trim() : ''
}

/**
 * Whether a bearer is neither the caller's own publishable key, which supabase-js sends in browsers, nor in the form of a
 * signed token. Lite takes the secret key, ignores any other such bearer (a token with `alg: none` has an empty third part)
 * and answers as it would to a visitor.
 */
export const isNoToken = (bearer: string, apikey: string | null): boolean => {
  if (bearer === '' || (bearer === apikey && !bearer.startsWith('sb_secret_'))) return false
  const parts = bearer.split('.')
  return parts.length !== 3 || parts.includes('')
}

const decode = (part: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Whose token this is, and of which session, when it is signed with our key and not expired. */
export const claimsOf = (token: string, secret: string): { sub: string; session: string } | undefined => {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const expected = createHmac('sha256', secret).update(`${header}.${claims}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (decode(header).alg !== 'HS256' || given.length !== expected.length || !timingSafeEqual(given, expected)) return
  const { sub, exp, session_id } = decode(claims)
  if (typeof exp === 'number' && exp * 1_000 <= Date.now()) return
  return typeof sub === 'string' ? { sub, session: String(session_id ?? '') } : undefined
}

/** PostgREST's answer to a bearer that is no token. */
export const malformedToken = (): Response =>
  Response.json(
    { code: 'PGRST301', details: null, hint: null, message: 'No suitable key or wrong key type' },
    { status: 401, headers: { 'access-control-allow-origin': '*', 'www-authenticate': 'Bearer' } },
  )

const PREFIX = /^\/auth\/v1\//

/**
 * The part of an auth path after `/auth/v1/`, as the router behind this gate reads it; undefined for other paths. The
 * router decodes paths, so an encoded one must not pass unseen.
 */
export const authPath = (request: Request): string | undefined => {
  const { pathname } = new URL(request.url)
  let path = pathname
  try {
    path = decodeURI(pathname)
  } catch {
    // What cannot be decoded is read as it is.
  }
  const plain = path.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  return PREFIX.test(plain) ? plain.replace(PREFIX, '') : undefined
}

const PARAMETER = 'redirect_to'

/**
 * The URL of a call with each parameter once, spelt plainly. Lite reads the query by itself, and would find another
 * `grant_type` than the gate in `?grant%5Ftype=a&grant_type=b`.
 */
export const withPlainQuery = (href: string): string => {
  const url = new URL(href)
  if (url.search) url.search = new URLSearchParams(Object.fromEntries([...url.searchParams].reverse())).toString()
  return url.href
}

/**
 * The URL of a call without a `redirect_to` that leads elsewhere than to the site: the auth server takes every port of the
 * site's host for the site, and on a developer's machine those are other programs.
 */
export const withOwnRedirect = (href: string, origins: readonly string[]): string => {
  const url = new URL(href)
  const target = url.searchParams.get(PARAMETER)
  if (target === null) return href
  const isOwn = URL.canParse(target, origins[0]) && origins.includes(new URL(target, origins[0]).origin)
  if (isOwn) return href
  url.searchParams.delete(PARAMETER)
  return url.href
}

/** The URL of a call with another `type`, when it has the type `from`. */
const withType = (href: string, from: string, to: string): string => {
  const url = new URL(href)
  if (url.searchParams.get('type') === from) url.searchParams.set('type', to)
  return url.href
}

/** Follows the link of an invitation. Lite knows none, and confirms a sign-up by the same steps. */
export const passInvitation = async (
  request: Request,
  pass: (request: Request) => Promise<Response>,
): Promise<Response> => {
  const href = withType(request.url, 'invite', 'signup')
  if (href === request.url || request.method !== 'GET') return pass(request)
  const response = await pass(new Request(href, request))
  const headers = new Headers(response.headers)
  const location = headers.get('location')
  if (location) headers.set('location', location.replace(/([#&]type=)signup\b/, '$1invite'))
  return new Response(response.body, { status: response.status, headers })
}

/** In place of a redirect with a session: one that says the user is banned. Undefined when the answer is no redirect. */
export const refusedLink = (response: Response): Response | undefined => {
  const [target, granted] = response.headers.get('location')?.split('#') ?? []
  if (target === undefined || granted === undefined) return undefined
  const reason = { error: 'access_denied', error_code: 'user_banned', error_description: 'User is banned' }
  const headers = { location: `${target}#${new URLSearchParams(reason)}` }
  return new Response(null, { status: response.status, headers })
}

const TEXTS = [
  'email',
  'phone',
  'password',
  'current_password',
  'token',
  'token_hash',
  'type',
  'refresh_token',
  'nonce',
  'auth_code',
  'code_verifier',
]
const OBJECTS = ['data', 'options', 'gotrue_meta_security']
const MAX_DEPTH = 32

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Step by step, because a deep body would end a recursion before its depth is known.
const isStorable = (body: unknown): boolean => {
  let level: unknown[] = [body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false
    const texts = level.flatMap((value) => (isObject(value) ? [...Object.keys(value), value] : [value]))
    if (texts.some((value) => typeof value === 'string' && value.includes('\0'))) return false
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return true
}

const wrongField = (fields: Fields): string | undefined => {
  const given = (name: string) => Object.hasOwn(fields, name) && fields[name] !== null
  return (
    TEXTS.find((name) => given(name) && typeof fields[name] !== 'string') ??
    OBJECTS.find((name) => given(name) && !isObject(fields[name]))
  )
}

/**
 * Reads what is in the body of a call to the auth API, or answers as the auth server does to a body of another shape.
 * Lite looks into every body as if it were an object of texts, and fails with 500 where it is none.
 */
export const readAuthBody = (text: string): { fields: Fields } | { refusal: Response } => {
  // Empty bodies are Lite's to refuse: some calls need none.
  if (text === '') return { fields: {} }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { refusal: authError('bad_json', 'Could not parse request body as JSON') }
  }
  if (!isObject(body)) return { refusal: authError('bad_json', 'Could not parse request body as JSON: not an object') }
  const wrong = wrongField(body)
  if (wrong) return { refusal: authError('bad_json', `Could not parse request body as JSON: ${wrong}`) }
  if (!isStorable(body)) return { refusal: authError('bad_json', 'Could not parse request body as JSON: not storable') }
  // Lite checks this where somebody signs up and forgets it where a password is changed: bcrypt reads no further.
  if (typeof body.password === 'string' && Buffer.byteLength(body.password) > PASSWORD_MAX_BYTES) {
    return { refusal: authError('validation_failed', 'Password cannot be longer than 72 characters') }
  }
  return { fields: body }
}

/** Whether Lite can walk through this body of a REST call: what is no JSON is its own to refuse. */
export const isWalkable = (text: string): boolean => {
  try {
    return isStorable(JSON.parse(text))
  } catch {
    return true
  }
}

/** PostgREST's answer to a body it cannot read. */
export const unwalkable = (): Response =>
  Response.json({ code: 'PGRST102', details: null, hint: null, message: 'Empty or invalid json' }, { status: 400 })
