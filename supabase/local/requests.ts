import * as v from 'valibot'
import { PASSWORD_MAX_BYTES } from '../functions/_shared/contract/auth-admin.ts'

export const authError = (status: number, error_code: string, msg: string): Response =>
  Response.json({ code: status, error_code, msg }, { status, headers: { 'x-sb-error-code': error_code } })

/** Whether one of our triggers rejected a change. */
export const isTriggerError = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && String(cause.code).startsWith('PT')

/** Returns the bearer token, or ''. */
export const getBearerToken = ({ headers }: Request): string =>
  /^Bearer(?:\s+(.*))?$/is.exec(headers.get('authorization') ?? '')?.[1]?.trim() ?? ''

/** Whether a bearer is neither the publishable key nor a JWT. Lite may accept those. */
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

/** Returns unverified claims, for rejections or after Lite accepted the token. */
export const parseClaims = (token: string): v.InferOutput<typeof claimsSchema> | undefined => {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), claimsSchema), claims)
  return parsed.success ? parsed.output : undefined
}

/** Decodes a path like Lite's router. */
export const decodePath = (href: string): string => {
  const { pathname } = new URL(href)
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

/** Returns the path after `/auth/v1/`, if any. */
export const authPath = (href: string): string | undefined =>
  /^\/auth\/v1\/([\s\S]*?)\/?$/.exec(decodePath(href).replace(/\/{2,}/g, '/'))?.[1]

const TEXTS = ['email', 'token', 'token_hash', 'type', 'refresh_token'] as const
const OF_FACTORS = ['factor_type', 'friendly_name', 'issuer', 'challenge_id', 'code'] as const
// bcrypt ignores further bytes, and Lite doesn't check password changes.
const optionalPassword = v.nullish(v.pipe(v.string(), v.maxBytes(PASSWORD_MAX_BYTES)))
const bodySchema = v.looseObject({
  ...v.entriesFromList([...TEXTS, ...OF_FACTORS], v.nullish(v.string())),
  password: optionalPassword,
  current_password: optionalPassword,
  data: v.nullish(v.record(v.string(), v.unknown())),
})
export type AuthBody = v.InferOutput<typeof bodySchema>

/** Parses an auth request. Returns undefined for shapes on which Lite fails. */
export const readAuthBody = (text: string): AuthBody | undefined => {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), bodySchema), text || '{}')
  return parsed.success ? parsed.output : undefined
}
