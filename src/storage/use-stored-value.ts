import { useSyncExternalStore } from 'react'
import type { Stored, StoredValue } from './stored-value'

/** Not known yet: the page was rendered ahead of time, without a browser. */
export type Unread = { readonly state: 'unread' }

const UNREAD: Unread = { state: 'unread' }
const unread = () => UNREAD

/** What is stored, kept up to date across tabs. `unread` in the prerendered page and in the first render after it. */
export const useStoredValue = <T>(stored: StoredValue<T>): Stored<T> | Unread =>
  useSyncExternalStore<Stored<T> | Unread>(stored.subscribe, stored.read, unread)
