import type { AdminDatabase } from './database.ts'
import { FunctionError } from './http.ts'

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** How many calls in how long. */
export type Rate = { limit: number; windowSeconds: number }

/** Counts calls by subject (a network address, a recipient) and refuses those over the limit. */
export function createRateLimiter(database: AdminDatabase, secretKey: string) {
  const encoder = new TextEncoder()
  const key = crypto.subtle.importKey('raw', encoder.encode(secretKey), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])

  return async (scope: string, subject: string, { limit, windowSeconds }: Rate) => {
    // Keyed, so that the table does not reveal who called: the space of IPv4 addresses is small enough to try.
    const digest = hex(
      await crypto.subtle.sign('HMAC', await key, encoder.encode(`rate-limit:${subject.toLowerCase()}`)),
    )
    const hit = { p_bucket: `${scope}:${digest}`, p_limit: limit, p_window_seconds: windowSeconds }
    const { data: verdict } = await database.rpc('hit_rate_limit', hit).single().throwOnError()
    if (!verdict.allowed) throw new FunctionError('rate-limited', { retryAfter: verdict.retry_after })
  }
}
