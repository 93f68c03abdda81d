import type { Database } from '@contract/database.types'
import { createClient, GoTrueAdminApi } from '@supabase/supabase-js'
import { readEnv } from '@/lib/env'
import { fetchWithTimeout } from '@/lib/fetch-with-timeout'
import { paths } from '@/paths'
import { adminSessionStorage } from '@/storage/admin-session'

export type { Session, User } from '@supabase/supabase-js'

const env = readEnv()
const url = env.VITE_SUPABASE_URL ?? window.location.origin
const key = env.VITE_SUPABASE_PUBLISHABLE_KEY

/**
 * The client of the backend: the signed-in administrator's session, if there is one, and everything that is read, written or
 * called. The only place that makes one, so that there is one session. Each request ends in time (`fetchWithTimeout`).
 */
export const supabase = createClient<Database>(url, key, {
  auth: {
    storage: adminSessionStorage,
    // A link with tokens in it may sign somebody in where the recovery e-mail leads to, and nowhere else.
    detectSessionInUrl: ({ pathname, search }, { access_token }) => {
      if (access_token === undefined) return false
      // They are read by now; the client would leave them in the browser's history, for whoever goes back.
      window.history.replaceState(window.history.state, '', pathname + search)
      return pathname === paths.adminResetPassword.href
    },
  },
  global: { fetch: fetchWithTimeout },
})

/** Makes a call as any visitor may, whoever is signed in: what they read is meant for everybody. */
export const asVisitor = ['Authorization', `Bearer ${key}`] as const

/** The backend's admin API behind the `auth-admin` function, which asks the database what the caller may do. */
export const authAdmin = async (): Promise<GoTrueAdminApi> => {
  const { data } = await supabase.auth.getSession()
  return new GoTrueAdminApi({
    url: `${url}/functions/v1/auth-admin`,
    headers: { apikey: key, Authorization: `Bearer ${data.session?.access_token ?? key}` },
    fetch: fetchWithTimeout,
  })
}
