import type { Consent } from '@/storage/cookie-consent'
import type { Stored, StoredValue } from '@/storage/stored-value'

type Banner = 'automatic' | 'closed' | 'asked-for'
type Snapshot = {
  stored: Stored<Consent> | { readonly state: 'unread' }
  /** A decision that could not be stored holds for this page view, and outweighs an older one that was. */
  unsaved: Consent | undefined
  banner: Banner
}

export type ConsentStore = {
  subscribe: (changed: () => void) => () => void
  /** The same object until something changes, so that React can compare it. */
  read: () => Snapshot
  /** What the prerendered page and the first render after it know: nothing. */
  readOnServer: () => Snapshot
  decide: (consent: Consent) => void
  closeBanner: () => void
  openBanner: () => void
}

const UNREAD: Snapshot = { stored: { state: 'unread' }, unsaved: undefined, banner: 'automatic' }

/** Creates what remembers the visitor's decision about cookies, on top of where it is stored. */
export const createConsentStore = (cookieConsent: StoredValue<Consent>): ConsentStore => {
  const listeners = new Set<() => void>()
  let snapshot: Snapshot = UNREAD

  const set = (change: Partial<Omit<Snapshot, 'stored'>>) => {
    snapshot = { ...snapshot, ...change }
    for (const listener of listeners) listener()
  }
  return {
    subscribe(changed) {
      listeners.add(changed)
      const stop = cookieConsent.subscribe(changed)
      return () => {
        listeners.delete(changed)
        stop()
      }
    },
    read() {
      const stored = cookieConsent.read()
      if (stored !== snapshot.stored) snapshot = { ...snapshot, stored }
      return snapshot
    },
    readOnServer: () => UNREAD,
    decide(decision) {
      const saved = cookieConsent.write(decision) === 'written'
      // Asking again at the next visit is better than going on with a consent that was withdrawn.
      if (!saved && cookieConsent.read().state === 'value') cookieConsent.remove()
      set({ unsaved: saved ? undefined : decision, banner: 'automatic' })
    },
    closeBanner: () => set({ banner: 'closed' }),
    openBanner: () => set({ banner: 'asked-for' }),
  }
}
