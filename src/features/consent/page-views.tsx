import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { PLACEHOLDER_MEASUREMENT_ID, readEnv } from '@/lib/env'
import { useConsent } from './consent-context'

export function PageViews() {
  const { consent } = useConsent()
  const { pathname } = useLocation()
  const measurementId = readEnv().VITE_ANALYTICS_ID
  const lastPath = useRef<string>(undefined)
  const decision = useRef(consent)

  useEffect(() => {
    decision.current = consent
    const isCounting = measurementId !== PLACEHOLDER_MEASUREMENT_ID || document.cookie.includes('_ga')
    if (!consent || !isCounting) return
    const view = { path: pathname, title: document.title }
    import('./count-view').then(
      ({ countView }) => {
        if (decision.current === consent) countView({ consent, measurementId, view, lastPath })
      },
      () => {},
    )
  }, [consent, measurementId, pathname])

  return null
}
