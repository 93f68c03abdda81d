const WINDOW_MS = 300_000

/** Failed attempts in five minutes from one IP address, at one account and at all of them. */
export const ATTEMPT_LIMITS = { account: 10, ip: 100 } as const

const MAX_KEYS = 10_000

/** Failed sign-ins of the last minutes. Only failures count, so the right password is never slowed down. */
export const createAttempts = (now: () => number = Date.now) => {
  const failures = new Map<string, number[]>()
  const recent = (key: string) => (failures.get(key) ?? []).filter((at) => at > now() - WINDOW_MS)
  // A link out of an e-mail names no account, and cannot be guessed: a few old ones must not lock the new one.
  const keysOf = (ip: string, account: string): [string, number][] => [
    ...(account ? [[`${ip} ${account.toLowerCase()}`, ATTEMPT_LIMITS.account] as [string, number]] : []),
    [ip, ATTEMPT_LIMITS.ip],
  ]

  return {
    /** Seconds until the next attempt is accepted; 0 for now. */
    wait(ip: string, account: string): number {
      const waits = keysOf(ip, account).map(([key, limit]) => {
        const oldest = recent(key).at(-limit)
        return oldest === undefined ? 0 : Math.ceil((oldest + WINDOW_MS - now()) / 1_000)
      })
      return Math.max(...waits)
    },

    /** Records a failure. */
    fail(ip: string, account: string): void {
      for (const [key] of keysOf(ip, account)) {
        // Moved to the end, so that the oldest entries come first.
        const kept = [...recent(key), now()]
        failures.delete(key)
        failures.set(key, kept)
      }
      for (const key of failures.keys()) {
        if (failures.size <= MAX_KEYS && recent(key).length > 0) break
        failures.delete(key)
      }
    },
  }
}
