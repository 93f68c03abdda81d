import { useSyncExternalStore } from 'react'

/** `parse` throws on unreadable text. `rest` is its unreadable part. */
export type Codec<T> = { parse: (text: string) => { value: T; rest?: string }; format: (value: T) => string }

/** `corrupt`: the text is in quarantine. `incomplete`: part of it is. `blocked`: no storage. */
export type Stored<T> =
  | { readonly state: 'empty' | 'corrupt' | 'blocked' }
  | { readonly state: 'value'; readonly value: T; readonly incomplete?: true }

/** `full`: no room. `blocked`: the browser stores nothing for the site. */
export type WriteOutcome = 'written' | 'full' | 'blocked'

const EMPTY = { state: 'empty' } as const
const CORRUPT = { state: 'corrupt' } as const
const BLOCKED = { state: 'blocked' } as const

/** Returns the key of unreadable texts, newest last. */
export const quarantineKey = (key: string): string => `${key}.corrupt`

const isFull = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'QuotaExceededError' || error.name === 'NS_ERROR_DOM_QUOTA_REACHED')

/** Creates a stored value. Unreadable text moves to quarantine and is never overwritten. */
export const storedValue = <T>(key: string, codec: Codec<T>, area: 'local' | 'session' = 'local') => {
  const open = () => (area === 'local' ? window.localStorage : window.sessionStorage)
  const listeners = new Set<() => void>()
  // `isStuck`: no room for quarantine, so the text must not be overwritten.
  let last: { text: string | null; stored: Stored<T>; isStuck?: boolean } | undefined
  const notify = () => {
    last = undefined
    for (const listener of listeners) listener()
  }
  const onOtherTab = ({ key: other }: StorageEvent) => {
    if (other === null || other === key || other === quarantineKey(key)) notify()
  }

  const quarantine = (storage: Storage, text: string, rest: string, kept: string | null) => {
    try {
      // Remove it first, because full storage has no room for both.
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
    // Report corruption until something else is stored.
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
      notify()
      return 'written'
    },
    remove(): void {
      try {
        open().removeItem(key)
      } catch {
        // Nothing is stored.
      }
      notify()
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

/** Creates a stored choice of `words`. If it can't be stored, it lasts for a page view. */
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

/** Returns the stored value, synchronised with other tabs. `unread` while prerendered or hydrating. */
export const useStoredValue = <T>(stored: StoredValue<T>): Stored<T> | typeof UNREAD =>
  useSyncExternalStore<Stored<T> | typeof UNREAD>(stored.subscribe, stored.read, () => UNREAD)
