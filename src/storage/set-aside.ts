import { useSyncExternalStore } from 'react'
import { asideKey, type StoredValue } from './stored-value'

const namesOf = (key: string): string[] => {
  try {
    return Object.keys(localStorage).filter((name) => name === asideKey(key) || name.startsWith(`${asideKey(key)}.`))
  } catch {
    return []
  }
}

/** Whether anything of a value is set aside because it could not be read. */
export const useIsSetAside = <T>({ key, subscribe }: StoredValue<T>): boolean =>
  useSyncExternalStore(subscribe, () => namesOf(key).length > 0)

/** What was set aside of a key, as one text. */
export const setAsideText = (key: string): string =>
  namesOf(key)
    .map((name) => localStorage.getItem(name))
    .join('\n')

/** Deletes what was set aside of a key. */
export const dropSetAside = (key: string): void => {
  for (const name of namesOf(key)) localStorage.removeItem(name)
  // The browser tells the other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key: asideKey(key) }))
}
