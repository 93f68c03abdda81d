import type { Settings } from './env.ts'

/** Whether the database takes the caller's own token for an administrator's. */
export async function isAdmin(request: Request, settings: Settings, fetcher: typeof fetch): Promise<boolean> {
  const authorization = request.headers.get('authorization')
  if (!authorization || authorization === `Bearer ${settings.publishableKey}`) return false
  const response = await fetcher(`${settings.supabaseUrl}/rest/v1/rpc/is_admin`, {
    method: 'POST',
    headers: { apikey: settings.publishableKey, authorization, 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(10_000),
  })
  const verdict: unknown = await response.json().catch(() => false)
  return response.ok && verdict === true
}
