import { readEnv } from './env'
import { fetchWithTimeout } from './fetch-with-timeout'

/** What a function of the database answers a visitor; null where the backend has no such function. Without the client, which is 50 kB. */
export const askBackend = async (question: string, signal: AbortSignal | undefined): Promise<unknown> => {
  const { VITE_SUPABASE_URL: url = '', VITE_SUPABASE_PUBLISHABLE_KEY: apikey } = readEnv()
  const response = await fetchWithTimeout(`${url}/rest/v1/rpc/${question}`, {
    headers: { apikey },
    ...(signal && { signal }),
  })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`The backend answered ${response.status}`)
  return response.json()
}
