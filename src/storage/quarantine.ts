import { useSyncExternalStore } from 'react'
import { quarantineKey, type StoredValue } from './stored-value'

/** The part of a value that could not be read; null if there is none. */
export const quarantinedText = (key: string): string | null => {
  try {
    return localStorage.getItem(quarantineKey(key))
  } catch {
    return null
  }
}

export const useIsQuarantined = <T>({ key, subscribe }: StoredValue<T>): boolean =>
  useSyncExternalStore(subscribe, () => quarantinedText(key) !== null)

export const dropQuarantined = (key: string): void => {
  localStorage.removeItem(quarantineKey(key))
  // Browsers notify only other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: quarantineKey(key) }))
}
