import type { WriteOutcome } from './stored-value'

/** What browsers commonly allow a site, in characters; none says it, and some allow more. */
export const LOCAL_STORAGE_ALLOWANCE = 5 * 1024 * 1024

/** Characters used by all keys of this site; 0 without local storage. */
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

/**
 * Writes something large, which is `full` also when it would leave no room for small things: the session, consent, records of
 * files in the database.
 */
export const withSpareRoom = (write: () => WriteOutcome): WriteOutcome => {
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

/** Whether any stored value of this site, quarantine included, contains a text. */
export const isMentioned = (text: string): boolean =>
  Object.keys(localStorage).some((key) => localStorage.getItem(key)?.includes(text))

/** The browser's estimate in bytes; nothing where it gives none. */
export const databaseSpaceLeft = async (): Promise<number | undefined> => {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {}
  return usage === undefined || quota === undefined ? undefined : Math.max(0, quota - usage)
}

/** Whether the browser has promised not to clear the site's databases when its disk is full. */
export const isStoragePersistent = async (): Promise<boolean> => (await navigator.storage?.persisted?.()) ?? false

/** Asks for that promise. Some browsers ask the person, some decide alone; a refusal changes nothing. */
export const askForPersistence = async (): Promise<void> => {
  await navigator.storage?.persist?.().catch(() => false)
}
