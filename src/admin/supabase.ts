import { AuthClient, GoTrueAdminApi } from '@supabase/auth-js'
import { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { readEnv } from '@/lib/env'
import { paths } from '@/paths'
import { adminSessionStorage } from '@/storage/admin-session'
import { ANSWER_MS, FUNCTION_MS, withinTime } from './time-limit'

export type { Session, User } from '@supabase/auth-js'

const env = readEnv()
const url = env.VITE_SUPABASE_URL ?? window.location.origin
const key = env.VITE_SUPABASE_PUBLISHABLE_KEY

const base = new URL(url)

const fetchInTime: typeof fetch = (input, init) => withinTime(ANSWER_MS, init, (limited) => fetch(input, limited))

const auth = new AuthClient({
  url: new URL('auth/v1', base).href,
  headers: { apikey: key, Authorization: `Bearer ${key}` },
  fetch: fetchInTime,
  storage: adminSessionStorage,
  // As supabase-js names it, so that a session outlives an update of the site.
  storageKey: `sb-${base.hostname.split('.')[0]}-auth-token`,
  autoRefreshToken: true,
  persistSession: true,
  flowType: 'implicit',
  // A link with tokens in it may sign somebody in where the recovery e-mail leads to, and nowhere else.
  detectSessionInUrl: ({ pathname, search }, { access_token }) => {
    if (access_token === undefined) return false
    // They are read by now; the client would leave them in the browser's history, for whoever goes back.
    window.history.replaceState(window.history.state, '', pathname + search)
    return pathname === paths.adminResetPassword.href
  },
})

// The time includes the wait for the session, which may have to be renewed first.
const fetchAsSession =
  (ms: number): typeof fetch =>
  (input, init) =>
    withinTime(ms, init, async (limited) => {
      const { data } = await auth.getSession()
      const headers = new Headers(limited.headers)
      headers.set('apikey', key)
      headers.set('Authorization', `Bearer ${data.session?.access_token ?? key}`)
      return fetch(input, { ...limited, headers })
    })

const rest = new PostgrestClient(new URL('rest/v1', base).href, {
  schema: 'public',
  fetch: fetchAsSession(ANSWER_MS),
})

/**
 * The client of the admin area: the signed-in administrator's session and everything done with it. Refreshes the
 * session by itself and keeps it in the browser. The only place that makes one, so that there is one session. Put
 * together from the parts of supabase-js in use: file storage and live channels would double its size.
 */
export const supabase = {
  auth,
  from: (table: string) => rest.from(table),
  rpc: (name: string, parameters?: object) => rest.rpc(name, parameters),
  functions: new FunctionsClient(new URL('functions/v1', base).href, {
    customFetch: fetchAsSession(FUNCTION_MS),
  }),
}

/** The backend's admin API behind the `auth-admin` function, which asks the database what the caller may do. */
export const authAdmin = async (): Promise<GoTrueAdminApi> => {
  const { data } = await supabase.auth.getSession()
  return new GoTrueAdminApi({
    url: `${url}/functions/v1/auth-admin`,
    headers: { apikey: key, Authorization: `Bearer ${data.session?.access_token ?? key}` },
    fetch: fetchInTime,
  })
}
