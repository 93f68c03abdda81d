import * as v from 'valibot'
import { connect, type Services } from './services.ts'

const claimsSchema = v.object({ role: v.literal('authenticated'), session_id: v.string(), exp: v.number() })

// Whether a token is worth checking: a stranger's bogus one must not cost the database anything.
const isPlausible = (token: string): boolean => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims = v.safeParse(claimsSchema, JSON.parse(atob(payload)))
    return claims.success && claims.output.exp * 1_000 > Date.now()
  } catch {
    return false
  }
}

/** Whether the database takes the caller's own token for an administrator's; throws when it cannot be asked. */
export const isAdmin = async (
  request: Request,
  { settings, fetch }: Pick<Services, 'settings' | 'fetch'>,
): Promise<boolean> => {
  const authorization = request.headers.get('authorization') ?? ''
  if (!isPlausible(authorization.replace(/^Bearer /i, ''))) return false
  const caller = connect(settings, settings.publishableKey, fetch, authorization)
  const { data, error, status } = await caller.rpc('is_admin')
  // A token that the API does not accept is nobody's.
  if (error && status !== 401) throw error
  return data === true
}
