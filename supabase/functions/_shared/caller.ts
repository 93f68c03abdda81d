import * as v from 'valibot'
import { connect } from './database.ts'
import type { Settings } from './env.ts'

const claimsSchema = v.object({ role: v.literal('authenticated'), session_id: v.string(), exp: v.number() })

// Whether a token is worth a question: a stranger's bogus one must not cost the database anything.
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
export async function isAdmin(request: Request, settings: Settings, fetcher: typeof fetch): Promise<boolean> {
  const authorization = request.headers.get('authorization') ?? ''
  if (!isPlausible(authorization.replace(/^Bearer /i, ''))) return false
  const { data, error, status } = await connect(settings, settings.publishableKey, fetcher, authorization).rpc(
    'is_admin',
  )
  // A token that the API does not accept belongs to nobody.
  if (error && status !== 401) throw error
  return data === true
}
