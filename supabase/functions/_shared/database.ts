import { createClient } from '@supabase/supabase-js'
import type { Database } from './contract/database.types.ts'
import type { Settings } from './env.ts'

const TIMEOUT_MS = 10_000

/**
 * A client of the database API with the rights of a key or, where `authorization` is given, of whoever it names. Each call
 * ends after 10 s.
 */
export const connect = (settings: Settings, key: string, fetcher: typeof fetch, authorization?: string) =>
  createClient<Database>(settings.supabaseUrl, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: (input, init) => fetcher(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
      ...(authorization && { headers: { Authorization: authorization } }),
    },
  })

/** The database with the secret key's rights. */
export type AdminDatabase = ReturnType<typeof connect>
