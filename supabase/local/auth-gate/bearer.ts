import { createHmac, timingSafeEqual } from 'node:crypto'

const SCHEME = /^Bearer(?:\s+|$)/i

/** What a request carries as its bearer, '' without one. */
export function bearerOf(request: Request): string {
  const header = request.headers.get('authorization') ?? ''
  return SCHEME.test(header) ? header.replace(SCHEME, '').trim() : ''
}

/**
 * Whether a bearer is neither the caller's own key nor in the form of a signed token. Lite takes such a one for no
 * bearer at all (a token with `alg: none` has an empty third part) and answers as it would to a visitor.
 */
export function isNoToken(bearer: string, apikey: string | null): boolean {
  if (bearer === '' || bearer === apikey) return false
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

/** Whose token this is, when it is signed with our key and not expired. */
export function subjectOf(token: string, secret: string): string | undefined {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const expected = createHmac('sha256', secret).update(`${header}.${claims}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (decode(header).alg !== 'HS256' || given.length !== expected.length || !timingSafeEqual(given, expected)) return
  const { sub, exp } = decode(claims)
  if (typeof exp === 'number' && exp * 1_000 <= Date.now()) return
  return typeof sub === 'string' ? sub : undefined
}

/** PostgREST's answer to a bearer that is no token. */
export const malformedToken = (): Response =>
  Response.json(
    { code: 'PGRST301', details: null, hint: null, message: 'No suitable key or wrong key type' },
    { status: 401, headers: { 'access-control-allow-origin': '*', 'www-authenticate': 'Bearer' } },
  )
