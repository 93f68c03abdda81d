import { useSyncExternalStore } from 'react'

/** Both directions may throw, `parse` on anything it does not know. `rest`: the part that could not be read. */
export type Codec<T> = { parse: (text: string) => { value: T; rest?: string }; format: (value: T) => string }

/** `corrupt`: the text was moved to `<key>.corrupt`, `incomplete`: a part of it was; `blocked`: there is no storage. */
export type Stored<T> =
  | { readonly state: 'empty' }
  | { readonly state: 'value'; readonly value: T; readonly incomplete?: true }
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
    return { value: known }
  },
  format: (value) => value,
})

/** A JSON list; items that `toItem` makes nothing of are left out. */
export const listOf = <T>(toItem: (item: unknown) => T | undefined): Codec<T[]> => ({
  parse: (text) => {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) throw new Error('Not a list')
    const items = list.map(toItem)
    const value = items.filter((item) => item !== undefined)
    if (value.length === list.length) return { value }
    if (value.length === 0) throw new Error('Not the expected list')
    return { value, rest: JSON.stringify(list.filter((_, index) => items[index] === undefined)) }
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

/** Where the text of a key goes that cannot be read; the second one gets `.2` behind it. */
export const asideKey = (key: string): string => `${key}.corrupt`

const freeKeyFor = (storage: Storage, key: string): string => {
  let name = asideKey(key)
  for (let count = 2; storage.getItem(name) !== null; count += 1) name = `${asideKey(key)}.${count}`
  return name
}

// Returns the text that is left under the key.
const setAside = (storage: Storage, key: string, text: string, unreadable: string, kept: string | null) => {
  const aside = freeKeyFor(storage, key)
  // Moved, not copied: a full storage has no room for two.
  attempt(() => (kept === null ? storage.removeItem(key) : storage.setItem(key, kept)))
  if (attempt(() => storage.setItem(aside, unreadable))) return kept
  attempt(() => storage.setItem(key, text))
  return text
}

const isFull = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'QuotaExceededError' || error.name === 'NS_ERROR_DOM_QUOTA_REACHED')

/** A value in the browser's storage: parsed on every read, never overwritten when it cannot be parsed. */
export const storedValue = <T>(key: string, codec: Codec<T>, area: 'local' | 'session' = 'local'): StoredValue<T> => {
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  // `stuck`: there was no room to set aside what could not be read.
  type Look = { text: string | null; stored: Stored<T>; stuck?: boolean }
  let last: Look | undefined
  const onOtherTab = ({ key: other }: StorageEvent) => {
    if (other !== null && other !== key && !other.startsWith(asideKey(key))) return
    last = undefined
    changed()
  }

  const look = (storage: Storage, text: string | null): Look => {
    // What was set aside is reported until something else is stored.
    if (text === null) return { text, stored: storage.getItem(asideKey(key)) === null ? EMPTY : CORRUPT }
    let stored: Stored<T> = CORRUPT
    let unreadable = text
    let kept: string | null = null
    try {
      const { value, rest } = codec.parse(text)
      if (rest === undefined) return { text, stored: { state: 'value', value } }
      kept = codec.format(value)
      unreadable = rest
      stored = { state: 'value', value, incomplete: true }
    } catch (cause) {
      console.info(`${key} in the browser's storage could not be read and was set aside`, cause)
    }
    const left = setAside(storage, key, text, unreadable, kept)
    return { text: left, stored, stuck: left !== kept }
  }

  const read = (): Stored<T> => {
    const storage = open(area, key)
    if (!storage) return BLOCKED
    const text = storage.getItem(key)
    if (last?.text !== text) last = look(storage, text)
    return last.stored
  }

  return {
    key,
    read,
    write(value) {
      const storage = open(area, key)
      if (!storage) return 'blocked'
      read()
      // What could not be set aside must not be overwritten.
      if (last?.stuck) last = look(storage, storage.getItem(key))
      if (last?.stuck) return 'full'
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
