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

/** Whether part of a value could not be read and was set aside. */
export const useIsQuarantined = <T>({ key, subscribe }: StoredValue<T>): boolean =>
  useSyncExternalStore(subscribe, () => quarantinedText(key) !== null)

/** Deletes what was set aside, for good. Throws where there is no storage. */
export const dropQuarantined = (key: string): void => {
  localStorage.removeItem(quarantineKey(key))
  // Browsers notify only other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: quarantineKey(key) }))
}
