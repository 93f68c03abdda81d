import { createClient, GoTrueAdminApi } from '@supabase/supabase-js'
import { readEnv } from '@/lib/env'
import { paths } from '@/paths'
import { adminSessionStorage } from '@/storage/admin-session'

export type { Session, User } from '@supabase/supabase-js'

const env = readEnv()
const url = env.VITE_SUPABASE_URL ?? window.location.origin
const key = env.VITE_SUPABASE_PUBLISHABLE_KEY

/**
 * The client of the admin area: the signed-in administrator's session and everything done with it. Refreshes the
 * session by itself and keeps it in the browser. The only place that makes one, so that there is one session.
 */
export const supabase = createClient(url, key, {
  auth: {
    storage: adminSessionStorage,
    // A link with tokens in it may sign somebody in where the recovery e-mail leads to, and nowhere else.
    detectSessionInUrl: ({ pathname }, { access_token }) =>
      pathname === paths.adminResetPassword.href && access_token !== undefined,
  },
})

/** The backend's admin API behind the `auth-admin` function, which asks the database what the caller may do. */
export const authAdmin = async (): Promise<GoTrueAdminApi> => {
  const { data } = await supabase.auth.getSession()
  return new GoTrueAdminApi({
    url: `${url}/functions/v1/auth-admin`,
    headers: { apikey: key, Authorization: `Bearer ${data.session?.access_token ?? key}` },
  })
}
