import { createContext, type ReactNode, useContext, useState } from 'react'
import { type Consent, cookieConsent } from '@/storage/cookie-consent'
import { useStoredValue } from '@/storage/use-stored-value'

type ConsentState = {
  /** Undefined while nothing was decided, and while it is not known yet. */
  consent: Consent | undefined
  bannerOpen: boolean
  /** Whether the visitor asked for the banner; it may then take the focus. */
  bannerAskedFor: boolean
  decide: (consent: Consent) => void
  closeBanner: () => void
  openBanner: () => void
}

const ConsentContext = createContext<ConsentState | undefined>(undefined)

type Banner = 'automatic' | 'closed' | 'asked-for'

/** Knows what the visitor decided about cookies, and whether the banner shows. */
export function ConsentProvider({ children }: { children: ReactNode }) {
  const stored = useStoredValue(cookieConsent)
  // A decision that could not be stored holds for this page view, and outweighs an older one that was.
  const [unsaved, setUnsaved] = useState<Consent>()
  const [banner, setBanner] = useState<Banner>('automatic')
  const consent = unsaved ?? (stored.state === 'value' ? stored.value : undefined)

  const decide = (decision: Consent) => {
    const saved = cookieConsent.write(decision) === 'written'
    // Asking again at the next visit is better than going on with a consent that was withdrawn.
    if (!saved && stored.state === 'value') cookieConsent.remove()
    setUnsaved(saved ? undefined : decision)
    setBanner('automatic')
  }

  const undecided = stored.state !== 'unread' && consent === undefined
  return (
    <ConsentContext
      value={{
        consent,
        bannerOpen: banner === 'asked-for' || (banner === 'automatic' && undecided),
        bannerAskedFor: banner === 'asked-for',
        decide,
        closeBanner: () => setBanner('closed'),
        openBanner: () => setBanner('asked-for'),
      }}
    >
      {children}
    </ConsentContext>
  )
}

/** The visitor's decision, and the ways to change it. */
export const useConsent = (): ConsentState => {
  const state = useContext(ConsentContext)
  if (!state) throw new Error('useConsent needs a ConsentProvider around it')
  return state
}
