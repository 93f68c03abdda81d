import type { Database } from '@contract/database.types'
import { SITE_MEDIA_BUCKET } from '@contract/publication'
import { type AuthError, createClient, GoTrueAdminApi, type Session } from '@supabase/supabase-js'
import { readEnv } from '@/lib/env'
import { fetchWithin, fetchWithTimeout } from '@/lib/fetch-with-timeout'
import { adminSessionStorage } from '@/storage/auth-storage'

export type { AuthError, Session, User } from '@supabase/supabase-js'
export { url as backendUrl }

const env = readEnv()
const url = env.VITE_SUPABASE_URL ?? window.location.origin
const key = env.VITE_SUPABASE_PUBLISHABLE_KEY

// When an overloaded server can be asked again, by the time since the page was opened: the clock may be put back meanwhile. Cross-origin, the header is readable only where the server exposes it.
let freeAt = 0

/** Milliseconds until an overloaded server wants to be asked again, at most five minutes. */
export const retryAfterMs = (): number => Math.max(0, freeAt - performance.now())

const obeying =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init)
    const seconds = Number(response.headers.get('Retry-After')) || 0
    if (response.status === 429 || response.status >= 500) freeAt = performance.now() + 1_000 * Math.min(seconds, 300)
    return response
  }

/** The one client, and so the one session. Public pages have none and use `lib/ask-backend.ts`. */
export const supabase = createClient<Database>(url, key, {
  auth: {
    storage: adminSessionStorage,
    // The reset page reads the links of emails itself.
    detectSessionInUrl: false,
  },
  global: { fetch: obeying(fetchWithTimeout) },
})

let session: Session | null = null
supabase.auth.onAuthStateChange((_, now) => {
  session = now
})

/** The access token, for code that cannot wait for a refresh; it may have expired. */
export const accessTokenNow = (): string | undefined => session?.access_token

const accessToken = async () => (await supabase.auth.getSession()).data.session?.access_token ?? key

/** The auth admin API behind the `auth-admin` function, which has the database check the caller's rights. */
export const authAdmin = async (): Promise<GoTrueAdminApi> =>
  new GoTrueAdminApi({
    url: `${url}/functions/v1/auth-admin`,
    headers: { apikey: key, Authorization: `Bearer ${await accessToken()}` },
    fetch: fetchWithTimeout,
  })

/** Ends this session, or all of the user's, on the server but not in this browser; returns why it failed, or null. */
export const endOnServer = async (scope: 'global' | 'local', signal: AbortSignal): Promise<AuthError | null> => {
  const { data, error } = await supabase.auth.getSession()
  if (data.session === null) return error
  const fetchUntil: typeof fetch = (input, init) => fetch(input, { ...init, signal })
  const api = new GoTrueAdminApi({ url: `${url}/auth/v1`, headers: { apikey: key }, fetch: fetchUntil })
  return (await api.signOut(data.session.access_token, scope)).error
}

const withToken = (token: () => Promise<string>, ask: typeof fetch) =>
  createClient<Database>(url, key, { accessToken: token, global: { fetch: ask } })

/** A client for requests of at most 64 kB that outlive the page; it waits for nothing before sending. */
export const supabaseForLeaving = (token: string) =>
  withToken(
    async () => token,
    (input, init) => fetch(input, { ...init, keepalive: true }),
  )

// Enough for 50 MB over a slow line.
const UPLOAD_TIMEOUT_MS = 20 * 60_000

/** The bucket of published files, as this user. A request ends after 20 minutes, or by `signal`: `upload` itself takes none. */
export const siteMedia = (signal: AbortSignal) => {
  const fetchUntil: typeof fetch = (input, init) => fetchWithin(UPLOAD_TIMEOUT_MS, input, { ...init, signal })
  return withToken(accessToken, obeying(fetchUntil)).storage.from(SITE_MEDIA_BUCKET)
}
