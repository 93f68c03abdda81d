import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { PLACEHOLDER_MEASUREMENT_ID, readEnv } from '@/lib/env'
import { lateModule } from '@/lib/late-module'
import { useConsent } from './consent-context'

// Most visitors decide nothing, and most sites count nothing: neither has to fetch the code that counts.
const counter = lateModule(() => import('./count-view'))

/** Counts a view of every public page a visitor opens, once they have agreed to it. Draws nothing. */
export function PageViews() {
  const { consent } = useConsent()
  const { pathname } = useLocation()
  const measurementId = readEnv().VITE_ANALYTICS_ID
  const counted = useRef<string>(undefined)
  const decision = useRef(consent)

  useEffect(() => {
    decision.current = consent
    const isCounting = measurementId !== PLACEHOLDER_MEASUREMENT_ID || document.cookie.includes('_ga')
    if (!consent || !isCounting) return
    const view = { path: pathname, title: document.title }
    counter.load().then(
      ({ countView }) => {
        // A consent that was withdrawn meanwhile counts nothing.
        if (decision.current === consent) countView({ consent, measurementId, view, counted })
      },
      // Without its code nothing is counted; the visitor misses nothing.
      () => {},
    )
  }, [consent, measurementId, pathname])

  return null
}
