import { useSyncExternalStore } from 'react'

/** Both directions may throw, `parse` on anything it does not know. */
export type Codec<T> = { parse: (text: string) => T; format: (value: T) => string }

/** `corrupt`: the text was moved to `<key>.corrupt`; `blocked`: there is no storage. */
export type Stored<T> =
  | { readonly state: 'empty' }
  | { readonly state: 'value'; readonly value: T }
  | { readonly state: 'corrupt' }
  | { readonly state: 'blocked' }

/** `full`: no space is left; `blocked`: the browser allows no storage. */
export type WriteOutcome = 'written' | 'full' | 'blocked'

export type StoredValue<T> = {
  readonly key: string
  /** The same object until the stored text changes, so that React can compare it. */
  read: () => Stored<T>
  write: (value: T) => WriteOutcome
  remove: () => void
  /** Calls back after every change, here and in other tabs; returns an unsubscribe function. */
  subscribe: (changed: () => void) => () => void
}

/** One of a few words, stored as it is, not in JSON. */
export const word = <const Words extends readonly string[]>(words: Words): Codec<Words[number]> => ({
  parse: (text) => {
    const known = words.find((candidate) => candidate === text)
    if (known === undefined) throw new Error('Unknown word')
    return known
  },
  format: (value) => value,
})

/** A JSON list whose every item passes the check. */
export const listOf = <T>(isItem: (item: unknown) => item is T): Codec<T[]> => ({
  parse: (text) => {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value) && value.every(isItem)) return value
    throw new Error('Not the expected list')
  },
  format: (value) => JSON.stringify(value),
})

const EMPTY = { state: 'empty' } as const
const CORRUPT = { state: 'corrupt' } as const
const BLOCKED = { state: 'blocked' } as const

// Private modes and policies make access to the storage throw.
const open = (area: 'local' | 'session', key: string): Storage | undefined => {
  try {
    const storage = area === 'local' ? window.localStorage : window.sessionStorage
    storage.getItem(key)
    return storage
  } catch {
    return undefined
  }
}

const attempt = (act: () => void): boolean => {
  try {
    act()
    return true
  } catch {
    return false
  }
}

const freeKeyFor = (storage: Storage, key: string): string => {
  let name = `${key}.corrupt`
  for (let count = 2; storage.getItem(name) !== null; count += 1) name = `${key}.corrupt.${count}`
  return name
}

// Moved, not copied: a full storage has no room for two.
const setAside = (storage: Storage, key: string, text: string) => {
  const aside = freeKeyFor(storage, key)
  attempt(() => storage.removeItem(key))
  if (!attempt(() => storage.setItem(aside, text))) attempt(() => storage.setItem(key, text))
}

const isFull = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'QuotaExceededError' || error.name === 'NS_ERROR_DOM_QUOTA_REACHED')

/** A value in the browser's storage: parsed on every read, never overwritten when it cannot be parsed. */
export const storedValue = <T>(key: string, codec: Codec<T>, area: 'local' | 'session' = 'local'): StoredValue<T> => {
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const onOtherTab = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed()
  }
  let last: { text: string; stored: Stored<T> } | undefined

  const parse = (storage: Storage, text: string): Stored<T> => {
    try {
      return { state: 'value', value: codec.parse(text) }
    } catch (cause) {
      console.info(`${key} in the browser's storage could not be read and was set aside`, cause)
      setAside(storage, key, text)
      return CORRUPT
    }
  }

  const read = (): Stored<T> => {
    const storage = open(area, key)
    if (!storage) return BLOCKED
    const text = storage.getItem(key)
    // A value that was just set aside is reported until something else is stored.
    if (text === null) return last?.stored === CORRUPT ? CORRUPT : EMPTY
    if (last?.text !== text) last = { text, stored: parse(storage, text) }
    return last.stored
  }

  return {
    key,
    read,
    write(value) {
      const storage = open(area, key)
      if (!storage) return 'blocked'
      if (read().state === 'corrupt') {
        // If there was no room to set the text aside, try again: it must not be overwritten.
        const text = storage.getItem(key)
        if (text !== null) setAside(storage, key, text)
        if (storage.getItem(key) !== null) return 'full'
      }
      try {
        storage.setItem(key, codec.format(value))
      } catch (error) {
        if (isFull(error)) return 'full'
        if (error instanceof DOMException) return 'blocked'
        throw error
      }
      last = undefined
      changed()
      return 'written'
    },
    remove() {
      attempt(() => open(area, key)?.removeItem(key))
      last = undefined
      changed()
    },
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) window.addEventListener('storage', onOtherTab)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', onOtherTab)
      }
    },
  }
}

/** One of a few words; if it cannot be stored, it lasts for the page view and overrides an older stored one. */
export const storedWord = <const Words extends readonly string[]>(
  key: string,
  words: Words,
  area?: 'local' | 'session',
): StoredValue<Words[number]> => {
  const stored = storedValue(key, word(words), area)
  let unsaved: Stored<Words[number]> | undefined
  return {
    ...stored,
    read: () => unsaved ?? stored.read(),
    write(value) {
      unsaved = undefined
      const outcome = stored.write(value)
      if (outcome !== 'written') {
        unsaved = { state: 'value', value }
        stored.remove()
      }
      return outcome
    },
    remove() {
      unsaved = undefined
      stored.remove()
    },
  }
}

type Unread = { readonly state: 'unread' }

const UNREAD: Unread = { state: 'unread' }
const unread = () => UNREAD

/** What is stored, in sync across tabs. `unread` in the prerendered page and in the first render after it. */
export const useStoredValue = <T>(stored: StoredValue<T>): Stored<T> | Unread =>
  useSyncExternalStore<Stored<T> | Unread>(stored.subscribe, stored.read, unread)
