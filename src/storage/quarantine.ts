import { useSyncExternalStore } from 'react'
import { quarantineKey, type StoredValue } from './stored-value'

/** Returns the unreadable part of a value, or null. */
export const readQuarantined = (key: string): string | null => {
  try {
    return localStorage.getItem(quarantineKey(key))
  } catch {
    return null
  }
}

export const useIsQuarantined = <T>({ key, subscribe }: StoredValue<T>): boolean =>
  useSyncExternalStore(subscribe, () => readQuarantined(key) !== null)

/** Permanently deletes the unreadable part. Throws without storage. */
export const discardQuarantined = (key: string): void => {
  localStorage.removeItem(quarantineKey(key))
  // Browsers only notify other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: quarantineKey(key) }))
}
