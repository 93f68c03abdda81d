import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react'
import { type Consent, cookieConsent } from '@/storage/cookie-consent'
import { type ConsentStore, createConsentStore } from './consent-store'

// The store stays the same for the life of the page. A context whose value changed would have every page that still waits
// for its code drawn anew, and emptied.
const ConsentContext = createContext<ConsentStore | undefined>(undefined)

/** Knows what the visitor decided about cookies, and whether the banner shows. */
export function ConsentProvider({ children }: { children: ReactNode }) {
  const [store] = useState(() => createConsentStore(cookieConsent))
  return <ConsentContext value={store}>{children}</ConsentContext>
}

/** The ways to change the decision; using them draws nothing anew. */
export const useConsentStore = (): ConsentStore => {
  const store = use(ConsentContext)
  if (!store) throw new Error('Consent needs a ConsentProvider around it')
  return store
}

type ConsentView = {
  /** Undefined while nothing was decided, and while it is not known yet. */
  consent: Consent | undefined
  bannerOpen: boolean
  /** Whether the visitor asked for the banner; it may then take the focus. */
  bannerAskedFor: boolean
}

/** The visitor's decision, and whether the banner shows. */
export const useConsent = (): ConsentView => {
  const store = useConsentStore()
  const { stored, unsaved, banner } = useSyncExternalStore(store.subscribe, store.read, store.readOnServer)
  const consent = unsaved ?? (stored.state === 'value' ? stored.value : undefined)
  const undecided = stored.state !== 'unread' && consent === undefined
  return {
    consent,
    bannerOpen: banner === 'asked-for' || (banner === 'automatic' && undecided),
    bannerAskedFor: banner === 'asked-for',
  }
}
