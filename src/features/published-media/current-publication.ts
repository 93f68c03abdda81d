import type { Publication } from '@contract/publication'
import { readEnv } from '@/lib/env'
import { fetchWithTimeout } from '@/lib/fetch-with-timeout'

const idOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : undefined

/** Asks the backend, as a visitor, what is published; nothing when that is `known`. Rejects without a usable response. */
export const readNewPublication = async (known: number | undefined, signal: AbortSignal): Promise<Publication> => {
  const { VITE_SUPABASE_URL: url = '', VITE_SUPABASE_PUBLISHABLE_KEY: apikey } = readEnv()
  // Without the client: a home page that asks nothing else would download 50 kB for it.
  const response = await fetchWithTimeout(`${url}/rest/v1/rpc/current_publication`, { headers: { apikey }, signal })
  if (!response.ok) throw new Error(`The backend answered ${response.status}`)
  const current: unknown = await response.json()
  if (idOf(current) === known) return null
  // Seldom needed: the build has written into the page what was published before it.
  const { parsePublication } = await import('./parse-publication')
  return parsePublication(current)
}
