import { useSyncExternalStore } from 'react'

/** `parse` throws on text it cannot read; `rest` is the part of it that could not be read. */
type Codec<T> = { parse: (text: string) => { value: T; rest?: string }; format: (value: T) => string }

/** `corrupt`: the text is in quarantine; `incomplete`: part of it is; `blocked`: there is no storage. */
export type Stored<T> =
  | { readonly state: 'empty' | 'corrupt' | 'blocked' }
  | { readonly state: 'value'; readonly value: T; readonly incomplete?: true }

/** `full`: there is no room; `blocked`: the browser lets the site store nothing. */
export type WriteOutcome = 'written' | 'full' | 'blocked'

/** Codec of a JSON list, without the items for which `toItem` returns undefined. */
export const listCodec = <T>(toItem: (item: unknown) => T | undefined): Codec<T[]> => ({
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

/** The key of the texts that could not be read, newest last. */
export const quarantineKey = (key: string): string => `${key}.corrupt`

const isFull = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'QuotaExceededError' || error.name === 'NS_ERROR_DOM_QUOTA_REACHED')

/** A value in the browser's storage; what cannot be parsed is never overwritten, but moved to quarantine. */
export const storedValue = <T>(key: string, codec: Codec<T>, area: 'local' | 'session' = 'local') => {
  const open = () => (area === 'local' ? window.localStorage : window.sessionStorage)
  const listeners = new Set<() => void>()
  // `isStuck`: there was no room to quarantine the unreadable text, so it must not be overwritten.
  let last: { text: string | null; stored: Stored<T>; isStuck?: boolean } | undefined
  const changed = () => {
    last = undefined
    for (const listener of listeners) listener()
  }
  const onOtherTab = ({ key: other }: StorageEvent) => {
    if (other === null || other === key || other === quarantineKey(key)) changed()
  }

  const quarantine = (storage: Storage, text: string, rest: string, kept: string | null) => {
    try {
      // Moved, not copied: a full storage has no room for both.
      if (kept === null) storage.removeItem(key)
      else storage.setItem(key, kept)
      const before = storage.getItem(quarantineKey(key))
      storage.setItem(quarantineKey(key), before === null ? rest : `${before}\n${rest}`)
      return kept
    } catch {
      storage.setItem(key, text)
      return text
    }
  }

  const parse = (storage: Storage, text: string | null) => {
    // Corruption is reported until something else is stored.
    if (text === null) return { text, stored: storage.getItem(quarantineKey(key)) === null ? EMPTY : CORRUPT }
    let stored: Stored<T> = CORRUPT
    let kept: string | null = null
    let rest = text
    try {
      const parsed = codec.parse(text)
      if (parsed.rest === undefined) return { text, stored: { state: 'value', value: parsed.value } as const }
      stored = { state: 'value', value: parsed.value, incomplete: true }
      kept = codec.format(parsed.value)
      rest = parsed.rest
    } catch (cause) {
      console.info(`${key} in the browser's storage could not be read`, cause)
    }
    const left = quarantine(storage, text, rest, kept)
    return { text: left, stored, isStuck: left !== kept }
  }

  const readCached = (storage: Storage) => {
    const text = storage.getItem(key)
    if (last?.text !== text) last = parse(storage, text)
    return last
  }

  return {
    key,
    /** Returns the same object until the stored text changes. */
    read(): Stored<T> {
      try {
        return readCached(open()).stored
      } catch {
        return BLOCKED
      }
    },
    /** Never throws. */
    write(value: T): WriteOutcome {
      const text = codec.format(value)
      try {
        const storage = open()
        // There may be room by now.
        if (last?.isStuck) last = undefined
        if (readCached(storage).isStuck) return 'full'
        storage.setItem(key, text)
      } catch (error) {
        return isFull(error) ? 'full' : 'blocked'
      }
      changed()
      return 'written'
    },
    remove(): void {
      try {
        open().removeItem(key)
      } catch {
        // Nothing is stored.
      }
      changed()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      if (listeners.size === 1) window.addEventListener('storage', onOtherTab)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', onOtherTab)
      }
    },
  }
}
export type StoredValue<T> = ReturnType<typeof storedValue<T>>

/** One of a few words; one that cannot be stored lasts for the page view, in place of a stored one. */
export const storedEnum = <const Words extends readonly string[]>(
  key: string,
  words: Words,
  area?: 'local' | 'session',
): StoredValue<Words[number]> => {
  const parse = (text: string): { value: Words[number] } => {
    if (!words.includes(text)) throw new Error('Unknown word')
    return { value: text }
  }
  const stored = storedValue(key, { parse, format: String }, area)
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

const UNREAD = { state: 'unread' } as const

/** The stored value, in step with other tabs; `unread` in the prerendered page and in the first render after it. */
export const useStoredValue = <T>(stored: StoredValue<T>): Stored<T> | typeof UNREAD =>
  useSyncExternalStore<Stored<T> | typeof UNREAD>(stored.subscribe, stored.read, () => UNREAD)
