import * as v from 'valibot'
import { connect, type Services } from './services.ts'

const claimsSchema = v.object({
  role: v.literal('authenticated'),
  sub: v.string(),
  session_id: v.string(),
  exp: v.number(),
})

const readClaims = (request: Request): v.InferOutput<typeof claimsSchema> | undefined => {
  const token = (request.headers.get('authorization') ?? '').replace(/^Bearer /i, '')
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims = v.safeParse(claimsSchema, JSON.parse(atob(payload)))
    return claims.success ? claims.output : undefined
  } catch {
    return undefined
  }
}

/** Returns a client with the caller's rights. */
export const connectAsCaller = (request: Request, { settings, fetch }: Pick<Services, 'settings' | 'fetch'>) =>
  connect(settings, settings.publishableKey, fetch, request.headers.get('authorization') ?? '')

/** Whether the database accepts the caller as an administrator. Throws database errors. */
export const isAdmin = async (request: Request, services: Pick<Services, 'settings' | 'fetch'>): Promise<boolean> => {
  // Bogus tokens must not cause database load.
  if ((readClaims(request)?.exp ?? 0) * 1_000 <= Date.now()) return false
  const { data, error, status } = await connectAsCaller(request, services).rpc('is_admin')
  if (error && status !== 401) throw error
  return data === true
}

/** Returns the caller's id, unverified until `isAdmin` accepts the token. */
export const callerId = (request: Request): string | undefined => readClaims(request)?.sub
