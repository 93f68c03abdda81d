import type { ProjectConfig } from './project-config.ts'

type Rates = ProjectConfig['auth']['rate_limit']

// Fixed in the auth server; the settings only say how fast a bucket fills again.
const BURST = 30
const FIVE_MINUTES_MS = 300_000
const HOUR_MS = 3_600_000
const MAX_KEYS = 10_000

type Bucket = { tokens: number; at: number }

const createLimiter = (rate: number, windowMs: number, burst: number, now: () => number) => {
  const buckets = new Map<string, Bucket>()
  const filled = (key: string): number => {
    const { tokens, at } = buckets.get(key) ?? { tokens: burst, at: now() }
    // A clock that was set back takes nothing away.
    const passed = Math.max(0, now() - at)
    return Math.min(burst, tokens + (passed * rate) / windowMs)
  }
  /** Takes one; false when none is left. */
  return (key: string): boolean => {
    const tokens = filled(key)
    const taken = tokens >= 1
    // Moved to the end, so that the oldest entries come first.
    buckets.delete(key)
    buckets.set(key, { tokens: taken ? tokens - 1 : tokens, at: now() })
    for (const old of buckets.keys()) {
      if (buckets.size <= MAX_KEYS && filled(old) < burst) break
      buckets.delete(old)
    }
    return taken
  }
}

/** What the hosted auth server lets one IP address ask in a while, and the whole project send. Successes count, too. */
export const createAuthLimits = (rates: Rates, now: () => number = Date.now) => {
  const perAddress = (rate: number) => createLimiter(rate, FIVE_MINUTES_MS, BURST, now)
  const limiters: Record<string, (ip: string) => boolean> = {
    'POST token': perAddress(rates.token_refresh),
    'GET verify': perAddress(rates.token_verifications),
    'PUT user': perAddress(rates.sign_in_sign_ups),
  }
  limiters['POST verify'] = limiters['GET verify'] as (ip: string) => boolean
  for (const path of ['signup', 'recover', 'resend', 'magiclink', 'otp'])
    limiters[`POST ${path}`] = perAddress(rates.sign_in_sign_ups)
  const mails = createLimiter(rates.email_sent, HOUR_MS, rates.email_sent, now)

  return {
    /** Whether a call of the auth API is still within the limit of its IP address. */
    allows: (method: string, path: string, ip: string): boolean =>
      limiters[`${method === 'HEAD' ? 'GET' : method} ${path}`]?.(ip) ?? true,
    /** Whether the project may send one more e-mail of the auth server's. */
    allowsMail: (): boolean => mails(''),
  }
}
export type AuthLimits = ReturnType<typeof createAuthLimits>

/** For tests and measurements that sign in hundreds of times from one address. */
export const noAuthLimits: AuthLimits = { allows: () => true, allowsMail: () => true }
