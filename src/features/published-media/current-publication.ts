import { type Publication, publicationSchema } from '@contract/publication'
import * as v from 'valibot'
import { readEnv } from '@/lib/env'
import { fetchWithTimeout } from '@/lib/fetch-with-timeout'

/** Asks the backend, as a visitor, what is published. Rejects without a usable answer. */
export const readCurrentPublication = async (signal: AbortSignal): Promise<Publication> => {
  const { VITE_SUPABASE_URL: url = '', VITE_SUPABASE_PUBLISHABLE_KEY: apikey } = readEnv()
  // Without the client: a home page that asks nothing else would download 50 kB for it.
  const answer = await fetchWithTimeout(`${url}/rest/v1/rpc/current_publication`, { headers: { apikey }, signal })
  if (!answer.ok) throw new Error(`The backend answered ${answer.status}`)
  return v.parse(publicationSchema, await answer.json())
}
