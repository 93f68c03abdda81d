import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { type Consent, cookieConsent } from '@/storage/keys'
import { useStoredValue } from '@/storage/stored-value'

type ConsentView = {
  consent: Consent | undefined
  bannerOpen: boolean
  bannerAskedFor: boolean
  decide: (decision: Consent) => void
  closeBanner: () => void
}

const ConsentContext = createContext<ConsentView | undefined>(undefined)
const OpenBannerContext = createContext(() => {})

export function ConsentProvider({ children }: { children: ReactNode }) {
  const stored = useStoredValue(cookieConsent)
  const [banner, setBanner] = useState<'automatic' | 'closed' | 'asked-for'>('automatic')
  const consent = stored.state === 'value' ? stored.value : undefined
  const isUndecided = stored.state !== 'unread' && consent === undefined
  const view: ConsentView = {
    consent,
    bannerOpen: banner === 'asked-for' || (banner === 'automatic' && isUndecided),
    bannerAskedFor: banner === 'asked-for',
    decide(decision) {
      cookieConsent.write(decision)
      setBanner('automatic')
    },
    closeBanner: () => setBanner('closed'),
  }
  const openBanner = useCallback(() => setBanner('asked-for'), [])
  return (
    <OpenBannerContext value={openBanner}>
      <ConsentContext value={view}>{children}</ConsentContext>
    </OpenBannerContext>
  )
}

/** Returns a stable function, so that consent changes don't re-render its users. */
export const useOpenBanner = (): (() => void) => use(OpenBannerContext)

/** Throws outside a `ConsentProvider`. */
export const useConsent = (): ConsentView => {
  const view = use(ConsentContext)
  if (!view) throw new Error('Consent needs a ConsentProvider around it')
  return view
}
