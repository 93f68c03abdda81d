import * as v from 'valibot'
import { PASSWORD_MAX_BYTES } from '../functions/_shared/contract/auth-admin.ts'

export const authError = (status: number, error_code: string, msg: string): Response =>
  Response.json({ code: status, error_code, msg }, { status, headers: { 'x-sb-error-code': error_code } })

/** Whether a trigger of ours refused a change, which the auth server answers with a plain 500. */
export const isTriggerError = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && String(cause.code).startsWith('PT')

/** A request's bearer token, '' without one. */
export const getBearerToken = ({ headers }: Request): string =>
  /^Bearer(?:\s+(.*))?$/is.exec(headers.get('authorization') ?? '')?.[1]?.trim() ?? ''

/** Whether a bearer is neither the caller's publishable key nor formed like a signed token, which Lite does not always refuse. */
export const isMalformedToken = (bearer: string, apikey: string | null): boolean => {
  if (bearer === '' || (bearer === apikey && !bearer.startsWith('sb_secret_'))) return false
  const parts = bearer.split('.')
  return parts.length !== 3 || parts.includes('')
}

export const malformedToken = (): Response =>
  Response.json(
    { code: 'PGRST301', details: null, hint: null, message: 'No suitable key or wrong key type' },
    { status: 401, headers: { 'access-control-allow-origin': '*', 'www-authenticate': 'Bearer' } },
  )

const claimsSchema = v.looseObject({ sub: v.string(), session_id: v.optional(v.string(), '') })

/** A token's claims, unverified: for refusals, or once Lite has accepted it. */
export const parseClaims = (token: string): v.InferOutput<typeof claimsSchema> | undefined => {
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

const TEXTS = ['email', 'token', 'token_hash', 'type', 'refresh_token'] as const
const OF_FACTORS = ['factor_type', 'friendly_name', 'issuer', 'challenge_id', 'code'] as const
// Lite does not check the length where a password is changed; bcrypt reads no further.
const optionalPassword = v.nullish(v.pipe(v.string(), v.maxBytes(PASSWORD_MAX_BYTES)))
const bodySchema = v.looseObject({
  ...v.entriesFromList([...TEXTS, ...OF_FACTORS], v.nullish(v.string())),
  password: optionalPassword,
  current_password: optionalPassword,
  data: v.nullish(v.record(v.string(), v.unknown())),
})
export type AuthBody = v.InferOutput<typeof bodySchema>

/** Reads the body of a call to the auth API; undefined when it has another shape, on which Lite fails. */
export const readAuthBody = (text: string): AuthBody | undefined => {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), bodySchema), text || '{}')
  return parsed.success ? parsed.output : undefined
}
