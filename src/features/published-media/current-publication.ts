import type { Publication } from '@contract/publication'
import { readEnv } from '@/lib/env'
import { fetchWithTimeout } from '@/lib/fetch-with-timeout'

const idOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'id') : undefined

/** Asks the backend, as a visitor, what is published; nothing when that is `known`. Rejects without a usable answer. */
export const readNewPublication = async (known: number | undefined, signal: AbortSignal): Promise<Publication> => {
  const { VITE_SUPABASE_URL: url = '', VITE_SUPABASE_PUBLISHABLE_KEY: apikey } = readEnv()
  // Without the client: a home page that asks nothing else would download 50 kB for it.
  const answer = await fetchWithTimeout(`${url}/rest/v1/rpc/current_publication`, { headers: { apikey }, signal })
  if (!answer.ok) throw new Error(`The backend answered ${answer.status}`)
  const current: unknown = await answer.json()
  if (idOf(current) === known) return null
  // Seldom needed: the build has written into the page what was published before it.
  const { parsePublication } = await import('./parse-publication')
  return parsePublication(current)
}
