import type { Publication } from '@contract/publication'
import { readEnv } from '@/lib/env'
import { fetchWithTimeout } from '@/lib/fetch-with-timeout'

const idOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : undefined

/** What is published now, or null if that is still `currentId`. Rejects without a usable response. */
export const readNewPublication = async (currentId: number | undefined, signal: AbortSignal): Promise<Publication> => {
  const { VITE_SUPABASE_URL: url = '', VITE_SUPABASE_PUBLISHABLE_KEY: apikey } = readEnv()
  // Without the client, which is 50 kB.
  const response = await fetchWithTimeout(`${url}/rest/v1/rpc/current_publication`, { headers: { apikey }, signal })
  if (!response.ok) throw new Error(`The backend answered ${response.status}`)
  const current: unknown = await response.json()
  if (idOf(current) === currentId) return null
  const { parsePublication } = await import('./parse-publication')
  return parsePublication(current)
}
