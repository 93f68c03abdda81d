import type { Database } from '@contract/database.types'
import { SITE_MEDIA_BUCKET } from '@contract/publication'
import {
  type AuthError,
  createClient,
  GoTrueAdminApi,
  isAuthRetryableFetchError,
  type Session,
} from '@supabase/supabase-js'
import { readEnv } from '@/lib/env'
import { fetchWithDeadline, fetchWithTimeout } from '@/lib/fetch-with-timeout'
import { adminSessionStorage } from '@/storage/auth-storage'
import { fromAuth } from './errors'

const isRefresh = (input: RequestInfo | URL) => String(input).includes('/token?grant_type=refresh_token')

const isFromAuthServer = ({ status, headers }: Response) =>
  status !== 429 && headers.get('content-type')?.includes('json') === true

/**
 * `fetch` for the auth client. Drops `expires_at`, which it would compare with the device clock, so that it uses
 * `expires_in`. Turns refresh failures of rate limits and proxies, and late rejections of a session that has been
 * replaced, into network errors, because a rejection ends the stored session.
 */
const fetchForAuth =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const before = session
    const response = await send(input, init)
    if (response.status === 403 && session && session !== before) throw new TypeError('The session has been replaced')
    if (isRefresh(input) && !response.ok && !isFromAuthServer(response))
      throw new TypeError(`The session could not be renewed: ${response.status}`)
    const body: unknown = response.ok
      ? await response
          .clone()
          .json()
          .catch(() => undefined)
      : undefined
    if (typeof body !== 'object' || body === null || !('expires_in' in body)) return response
    return new Response(JSON.stringify({ ...body, expires_at: undefined }), response)
  }

export type { AuthError, Session, User } from '@supabase/supabase-js'
export { url as backendUrl }

const env = readEnv()
const url = env.VITE_SUPABASE_URL ?? window.location.origin
const key = env.VITE_SUPABASE_PUBLISHABLE_KEY

// Shared, because the server limits the whole page. Monotonic, because the device clock can be set back. Cross-origin,
// the server must expose the header.
let retryAt = 0

/** Returns the milliseconds left of the last `Retry-After`, at most five minutes. */
export const retryAfterMs = (): number => Math.max(0, retryAt - performance.now())

const withRetryAfter =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init)
    const seconds = Number(response.headers.get('Retry-After')) || 0
    if (response.status === 429 || response.status >= 500) retryAt = performance.now() + 1_000 * Math.min(seconds, 300)
    return response
  }

const accessToken = async () => {
  const { data, error } = await getSession()
  // Sent without a token, it would look like an ended session.
  if (isAuthRetryableFetchError(error)) throw error
  return data.session?.access_token ?? key
}

const AS_VISITOR = `Bearer ${key}`

// A 401 triggers one refresh, because the device clock may have been set back.
const asSession =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers)
    const sendWith = (token: string) => {
      headers.set('Authorization', `Bearer ${token}`)
      return send(input, { ...init, headers })
    }
    const isUnsigned = headers.get('Authorization') === AS_VISITOR
    const response = await (isUnsigned ? sendWith(await accessToken()) : send(input, init))
    if (response.status !== 401 || headers.get('Authorization') === AS_VISITOR) return response
    const { data } = await supabase.auth.refreshSession()
    return data.session ? sendWith(data.session.access_token) : response
  }

const fetchAuth = fetchForAuth(withRetryAfter(fetchWithTimeout))
const fetchData = asSession(withRetryAfter(fetchWithTimeout))

/** Fetches from an edge function with the session. */
export const fetchFunction = (path: string, signal: AbortSignal | null = null): Promise<Response> =>
  fetchData(`${url}/functions/v1/${path}`, { headers: { apikey: key, Authorization: AS_VISITOR }, signal })

/** The only client with the admin session. Public pages use `lib/backend.ts`. */
export const supabase = createClient<Database>(url, key, {
  auth: {
    storage: adminSessionStorage,
    // The reset page reads emailed links itself.
    detectSessionInUrl: false,
  },
  global: {
    fetch: (input, init) => (String(input).startsWith(`${url}/auth/v1/`) ? fetchAuth : fetchData)(input, init),
  },
})

/**
 * Returns the session. Retries once, because the first call fails if another tab refreshes it
 * (supabase/supabase-js#2696).
 */
export const getSession = async (): ReturnType<typeof supabase.auth.getSession> => {
  const answer = await supabase.auth.getSession()
  return answer.error ? supabase.auth.getSession() : answer
}

let session: Session | null = null
supabase.auth.onAuthStateChange((_, now) => {
  session = now
})

/** Returns the server's time in ms, derived from the token's expiry on both clocks. */
export const serverNow = (): number => {
  const { access_token = '', expires_at } = session ?? {}
  const [, claims = ''] = access_token.split('.')
  if (!claims || expires_at === undefined) return Date.now()
  const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  return Date.now() + (exp - expires_at) * 1_000
}

/** Returns the access token, which may have expired. */
export const getCachedAccessToken = (): string | undefined => session?.access_token

/** Returns the auth admin API, behind a function that checks the caller's rights. Throws `AppError`. */
export const authAdmin = async (): Promise<GoTrueAdminApi> => {
  const token = await accessToken().catch((error: AuthError) => {
    throw fromAuth(error)
  })
  const headers = { apikey: key, Authorization: `Bearer ${token}` }
  return new GoTrueAdminApi({ url: `${url}/functions/v1/auth-admin`, headers, fetch: asSession(fetchWithTimeout) })
}

/** Ends sessions on the server only. Returns the error, or null. */
export const signOutOnServer = async (scope: 'global' | 'local', signal: AbortSignal): Promise<AuthError | null> => {
  const { data, error } = await getSession()
  if (data.session === null) return error
  const fetchUntil: typeof fetch = (input, init) => fetch(input, { ...init, signal })
  const api = new GoTrueAdminApi({ url: `${url}/auth/v1`, headers: { apikey: key }, fetch: fetchUntil })
  return (await api.signOut(data.session.access_token, scope)).error
}

const withToken = (token: () => Promise<string>, ask: typeof fetch) =>
  createClient<Database>(url, key, { accessToken: token, global: { fetch: ask } })

/** Creates a client whose requests, at most 64 kB in total, outlive the page. */
export const createKeepaliveClient = (token: string) =>
  withToken(
    async () => token,
    (input, init) => fetch(input, { ...init, keepalive: true }),
  )

// Enough for 50 MB on a slow connection.
const UPLOAD_TIMEOUT_MS = 20 * 60_000

/** Returns the bucket of published files. Its requests end after 20 minutes or by `signal`. */
export const getSiteMediaBucket = (signal: AbortSignal) => {
  const fetchUntil: typeof fetch = (input, init) => fetchWithDeadline(UPLOAD_TIMEOUT_MS, input, { ...init, signal })
  return withToken(accessToken, withRetryAfter(fetchUntil)).storage.from(SITE_MEDIA_BUCKET)
}
