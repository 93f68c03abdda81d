import * as v from 'valibot'
import { PASSWORD_MAX_BYTES } from '../functions/_shared/contract/auth-admin.ts'

const STATUS = {
  validation_failed: 400,
  user_banned: 403,
  otp_disabled: 422,
  over_email_send_rate_limit: 429,
  over_request_rate_limit: 429,
} as const

export const authError = (code: keyof typeof STATUS, message: string): Response =>
  Response.json(
    { code: STATUS[code], error_code: code, msg: message },
    { status: STATUS[code], headers: { 'x-sb-error-code': code } },
  )

const SCHEME = /^Bearer(?:\s+|$)/i

/** A request's bearer token, '' without one. */
export const bearerOf = (request: Request): string => {
  const header = request.headers.get('authorization') ?? ''
  return SCHEME.test(header) ? header.replace(SCHEME, '').trim() : ''
}

/** Whether a bearer is neither the caller's publishable key nor formed like a signed token, which Lite does not always refuse. */
export const isNoToken = (bearer: string, apikey: string | null): boolean => {
  if (bearer === '' || (bearer === apikey && !bearer.startsWith('sb_secret_'))) return false
  const parts = bearer.split('.')
  return parts.length !== 3 || parts.includes('')
}

export const malformedToken = (): Response =>
  Response.json(
    { code: 'PGRST301', details: null, hint: null, message: 'No suitable key or wrong key type' },
    { status: 401, headers: { 'access-control-allow-origin': '*', 'www-authenticate': 'Bearer' } },
  )

const claimsSchema = v.object({ sub: v.string(), session_id: v.optional(v.string(), '') })

/** A token's user and session, unverified: for refusals, or once Lite has accepted it. */
export const claimsOf = (token: string): v.InferOutput<typeof claimsSchema> | undefined => {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), claimsSchema), claims)
  return parsed.success ? parsed.output : undefined
}

/** The path of a URL as Lite's router reads it. */
export const decodedPath = (href: string): string => {
  const { pathname } = new URL(href)
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

/** The part of an auth path after `/auth/v1/`; undefined for other paths. */
export const authPath = (href: string): string | undefined =>
  /^\/auth\/v1\/([\s\S]*?)\/?$/.exec(decodedPath(href).replace(/\/{2,}/g, '/'))?.[1]

const optionalText = v.nullish(v.string())
const bodySchema = v.looseObject({
  email: optionalText,
  // Lite does not check the length where a password is changed; bcrypt reads no further.
  password: v.nullish(v.pipe(v.string(), v.maxBytes(PASSWORD_MAX_BYTES))),
  token: optionalText,
  token_hash: optionalText,
  type: optionalText,
  refresh_token: optionalText,
  data: v.nullish(v.record(v.string(), v.unknown())),
})

/** Reads the body of a call to the auth API; undefined when it has another shape, on which Lite fails. */
export const readAuthBody = (text: string): v.InferOutput<typeof bodySchema> | undefined => {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), bodySchema), text || '{}')
  return parsed.success ? parsed.output : undefined
}
