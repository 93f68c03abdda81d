// Blocked storage throws on access, full storage on writes.
const attempt = <T>(act: (storage: Storage) => T): T | undefined => {
  try {
    return act(window.localStorage)
  } catch {
    return undefined
  }
}

const used = new Set<string>()
const memory = new Map<string, string>()

/** Local storage for the auth client, or memory if blocked or full. */
export const adminSessionStorage = {
  getItem(key: string): string | null {
    used.add(key)
    return memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null
  },
  setItem(key: string, value: string): void {
    used.add(key)
    memory.delete(key)
    const written = attempt((storage) => {
      storage.setItem(key, value)
      return true
    })
    if (written) return
    // Otherwise an older session would return on the next page load.
    attempt((storage) => storage.removeItem(key))
    memory.set(key, value)
  },
  removeItem(key: string): void {
    memory.delete(key)
    attempt((storage) => storage.removeItem(key))
  },
  /** Ends the session in this browser only. */
  forget(): void {
    for (const key of used) adminSessionStorage.removeItem(key)
  },
}
