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

/** The database API with the caller's own rights. */
export const connectAsCaller = (request: Request, { settings, fetch }: Pick<Services, 'settings' | 'fetch'>) =>
  connect(settings, settings.publishableKey, fetch, request.headers.get('authorization') ?? '')

/** Whether the database takes the caller's own token for an administrator's; throws when it cannot be asked. */
export const isAdmin = async (request: Request, services: Pick<Services, 'settings' | 'fetch'>): Promise<boolean> => {
  // A stranger's bogus token must not cost the database anything.
  if ((readClaims(request)?.exp ?? 0) * 1_000 <= Date.now()) return false
  const { data, error, status } = await connectAsCaller(request, services).rpc('is_admin')
  if (error && status !== 401) throw error
  return data === true
}

/** The caller's id, which can be trusted once `isAdmin` has accepted their token. */
export const callerId = (request: Request): string | undefined => readClaims(request)?.sub
