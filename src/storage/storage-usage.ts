import type { WriteOutcome } from './stored-value'

/** What browsers commonly allow a site, in characters. */
export const LOCAL_STORAGE_ALLOWANCE = 5 * 1024 * 1024

/** What is used, in characters, keys included; 0 without local storage. */
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

/** Calls `write`, or returns `full` when that would leave no room for small things such as the session or consent. */
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

/** Whether anything in local storage, what was set aside included, contains `text`. Throws where there is no storage. */
export const isReferenced = (text: string): boolean =>
  Object.keys(localStorage).some((key) => localStorage.getItem(key)?.includes(text))

/** The browser's estimate in bytes, if it has one. */
export const databaseSpaceLeft = async (): Promise<number | undefined> => {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {}
  return usage === undefined || quota === undefined ? undefined : Math.max(0, quota - usage)
}

/** Whether the browser promises not to clear the site's databases when its disk is full. */
export const isStoragePersistent = async (): Promise<boolean> => (await navigator.storage?.persisted?.()) ?? false

/** Asks the browser for `isStoragePersistent`, whatever it decides. Never rejects. Firefox asks the user. */
export const requestPersistence = async (): Promise<void> => {
  await navigator.storage?.persist?.().catch(() => false)
}
