import { createClient } from '@supabase/supabase-js'
import type { Database } from './contract/database.types.ts'
import { type Environment, readSettings, type Settings } from './env.ts'
import { FunctionError, reason } from './errors.ts'
import { createMailer, type SendMail } from './mailer.ts'

const TIMEOUT_MS = 10_000

/** PostgreSQL error code of duplicate keys. */
export const UNIQUE_VIOLATION = '23505'

/** Returns the headers for an API key. New-style keys (`sb_…`) aren't JWTs, so they can't be bearer tokens. */
export const keyHeaders = (key: string): Record<string, string> =>
  key.startsWith('sb_') ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` }

/** Creates a database client with the rights of `key`, or of `authorization`. Calls time out after 10 s. */
export const connect = (settings: Settings, key: string, fetcher: typeof fetch, authorization?: string) =>
  createClient<Database>(settings.supabaseUrl, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: (input, init) => {
        const headers = new Headers(init?.headers)
        if (!authorization && !keyHeaders(key).authorization) headers.delete('authorization')
        // A redirect could leak the key.
        return fetcher(input, { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
      },
      ...(authorization && { headers: { Authorization: authorization } }),
    },
  })

export const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Creates the random token of a personal link, and the SHA-256 that the database stores. */
export const createLinkToken = async (): Promise<{ token: string; token_hash: string }> => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const token = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  return { token, token_hash: hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))) }
}

const GMAIL = ['gmail.com', 'googlemail.com']

/** Returns the mailbox for rate limits, without `+tag` and Gmail's variants. Never send to it. */
export const toCanonicalMailbox = (email: string): string => {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const name = local.replace(/(?<=.)\+.*/, '')
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** Maximum calls in any `windowSeconds`. */
export type Rate = { limit: number; windowSeconds: number }

const createRateLimiter = (database: ReturnType<typeof connect>, secretKey: string) => {
  const encoder = new TextEncoder()
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = crypto.subtle.importKey('raw', encoder.encode(secretKey), hmac, false, ['sign'])

  return async (scope: string, subject: string, { limit, windowSeconds }: Rate) => {
    // A plain hash of an IPv4 address could be brute-forced.
    const digest = await crypto.subtle.sign('HMAC', await key, encoder.encode(`rate-limit:${subject.toLowerCase()}`))
    const p_bucket = `${scope}:${hex(digest)}`
    const hit = { p_bucket, p_limit: limit, p_window_seconds: windowSeconds }
    const { data: verdict } = await database.rpc('hit_rate_limit', hit).single().throwOnError()
    if (!verdict.allowed) throw new FunctionError('rate-limited', { retryAfter: verdict.retry_after })
    return async (): Promise<void> => {
      const { error } = await database.rpc('release_rate_limit', { p_bucket })
      if (error) console.error(`[limit] couldn't refund a call of ${scope}:`, reason(error))
    }
  }
}

type Limit = ReturnType<typeof createRateLimiter>

/** Counts `act` against several limits. Refunds them on errors, unless it may have happened. */
export const withRateLimits = async <Result>(
  limit: Limit,
  calls: readonly Parameters<Limit>[],
  act: () => Promise<Result>,
  mayHaveHappened: (cause: unknown) => boolean,
): Promise<Result> => {
  const refunds: (() => Promise<void>)[] = []
  try {
    for (const call of calls) refunds.push(await limit(...call))
    return await act()
  } catch (cause) {
    if (!mayHaveHappened(cause)) await Promise.all(refunds.map((refund) => refund()))
    throw cause
  }
}

/**
 * Creates a function's services. Makes no requests. `world` replaces the network in tests. Throws like `readSettings`.
 */
export const createServices = (environment: Environment, world: { fetch?: typeof fetch; sendMail?: SendMail } = {}) => {
  const settings = readSettings(environment)
  const fetcher = world.fetch ?? fetch
  const database = connect(settings, settings.secretKey, fetcher)
  return {
    settings,
    fetch: fetcher,
    database,
    /**
     * Counts a call by `subject` (an IP address, a recipient) and returns its refund. Throws `rate-limited` or database
     * errors.
     */
    limit: createRateLimiter(database, settings.secretKey),
    sendMail: world.sendMail ?? createMailer(settings),
  }
}
export type Services = ReturnType<typeof createServices>
