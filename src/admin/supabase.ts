import { createClient } from '@supabase/supabase-js'
import { readEnv } from '@/lib/env'

const env = readEnv(import.meta.env)

/**
 * The client of the admin area: the signed-in administrator's session and everything done with it. Refreshes the
 * session by itself and keeps it in local storage. The only place that makes one, so that there is one session.
 */
export const supabase = createClient(env.VITE_SUPABASE_URL ?? window.location.origin, env.VITE_SUPABASE_PUBLISHABLE_KEY)
