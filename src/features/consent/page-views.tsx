import { useEffect, useRef } from 'react'
import { analyticsAllowed, countPageView, hasOptedOut, startAnalytics, stopAnalytics } from '@/lib/analytics'
import { readEnv } from '@/lib/env'
import { paths } from '@/paths'
import { useLocation } from '@/router'
import { useConsent } from './consent-context'

// The administrator is no visitor, and no foreign script belongs beside their session.
const isAdmin = (pathname: string) => pathname === paths.admin.href || pathname.startsWith(`${paths.admin.href}/`)

/** Counts a view of every public page a visitor opens, once they have agreed to it. Draws nothing. */
export function PageViews() {
  const { consent } = useConsent()
  const { pathname } = useLocation()
  const measurementId = readEnv().VITE_ANALYTICS_ID
  const counted = useRef<string>(undefined)

  useEffect(() => {
    const optedOut = hasOptedOut(navigator)
    if (!analyticsAllowed({ consent, measurementId, hostname: window.location.hostname, optedOut })) {
      if (consent) stopAnalytics(measurementId)
      return
    }
    const before = counted.current
    counted.current = pathname
    if (isAdmin(pathname)) return
    startAnalytics(measurementId)
    // A visitor who changes their mind and back again has still seen the page once.
    if (before === pathname) return
    countPageView({ path: pathname, title: document.title })
  }, [consent, measurementId, pathname])

  return null
}
