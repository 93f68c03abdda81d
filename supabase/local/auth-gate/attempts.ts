const WINDOW_MS = 300_000

/** Failed attempts in five minutes from one network address, at one account and at all of them. */
export const ATTEMPT_LIMITS = { account: 10, address: 100 } as const

const MAX_KEYS = 10_000

/** Failed sign-ins of the last minutes. Only failures count: whoever knows the password is never slowed down by it. */
export function createAttempts(now: () => number = Date.now) {
  const failures = new Map<string, number[]>()
  const recent = (key: string) => (failures.get(key) ?? []).filter((at) => at > now() - WINDOW_MS)
  // A link out of an e-mail names no account, and cannot be guessed: a few old ones must not lock the new one.
  const keysOf = (address: string, account: string): [string, number][] => [
    ...(account ? [[`${address} ${account.toLowerCase()}`, ATTEMPT_LIMITS.account] as [string, number]] : []),
    [address, ATTEMPT_LIMITS.address],
  ]

  return {
    /** In how many seconds the next attempt is taken; 0 now. */
    wait(address: string, account: string): number {
      const waits = keysOf(address, account).map(([key, limit]) => {
        const oldest = recent(key).at(-limit)
        return oldest === undefined ? 0 : Math.ceil((oldest + WINDOW_MS - now()) / 1_000)
      })
      return Math.max(...waits)
    },

    /** Notes a failure. */
    fail(address: string, account: string): void {
      for (const [key] of keysOf(address, account)) {
        // The entry moves to the end, so that the first ones are those that nobody added to for longest.
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
