import { useSyncExternalStore } from 'react'
import { quarantineKey, type StoredValue } from './stored-value'

/** The part of a value that could not be read; null if there is none. */
export const readQuarantined = (key: string): string | null => {
  try {
    return localStorage.getItem(quarantineKey(key))
  } catch {
    return null
  }
}

/** Whether part of a value could not be read and was set aside. */
export const useIsQuarantined = <T>({ key, subscribe }: StoredValue<T>): boolean =>
  useSyncExternalStore(subscribe, () => readQuarantined(key) !== null)

/** Deletes what was set aside, for good. Throws where there is no storage. */
export const discardQuarantined = (key: string): void => {
  localStorage.removeItem(quarantineKey(key))
  // Browsers notify only other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: quarantineKey(key) }))
}
