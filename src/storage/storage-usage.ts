import type { WriteOutcome } from './stored-value'

/** Common browser limit, in characters. */
export const LOCAL_STORAGE_ALLOWANCE = 5 * 1024 * 1024

/** Returns the used characters, keys included, or 0 without local storage. */
export const localStorageUsed = (): number => {
  try {
    return Object.keys(localStorage).reduce(
      (sum, key) => sum + key.length + (localStorage.getItem(key)?.length ?? 0),
      0,
    )
  } catch {
    return 0
  }
}

const SPARE = { key: 'media-spare', characters: 64 * 1024 }

/** Calls `write`, or returns `full` if the session and other small values would have no room. */
export const withReservedQuota = <Outcome>(write: () => Outcome): Outcome | WriteOutcome => {
  try {
    localStorage.setItem(SPARE.key, ' '.repeat(SPARE.characters))
  } catch {
    return 'full'
  }
  try {
    return write()
  } finally {
    localStorage.removeItem(SPARE.key)
  }
}

/** Whether local storage, quarantine included, contains `text`. Throws without storage. */
export const isReferenced = (text: string): boolean =>
  Object.keys(localStorage).some((key) => localStorage.getItem(key)?.includes(text))

/** Returns the browser's estimate in bytes, if any. */
export const databaseSpaceLeft = async (): Promise<number | undefined> => {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {}
  return usage === undefined || quota === undefined ? undefined : Math.max(0, quota - usage)
}

/** Whether the browser promises to keep the databases when its disk is full. */
export const isStoragePersistent = async (): Promise<boolean> => (await navigator.storage?.persisted?.()) ?? false

/** Requests persistent storage. Firefox prompts the user. Never rejects. */
export const requestPersistence = async (): Promise<void> => {
  await navigator.storage?.persist?.().catch(() => false)
}
