import type { RefObject } from 'react'
import { countPageView, hasOptedOut, isAnalyticsAllowed, startAnalytics, stopAnalytics } from '@/lib/analytics'
import { paths } from '@/paths'
import type { Consent } from '@/storage/keys'

type Visit = {
  consent: Consent
  measurementId: string
  view: { path: string; title: string }
  lastPath: RefObject<string | undefined>
}

// No third-party script may run in an administrator's session.
const isAdmin = (path: string) => path === paths.admin.href || path.startsWith(`${paths.admin.href}/`)

export const countView = ({ consent, measurementId, view, lastPath }: Visit): void => {
  const { hostname } = window.location
  if (!isAnalyticsAllowed({ consent, measurementId, hostname, optedOut: hasOptedOut(navigator) })) {
    stopAnalytics(measurementId)
    return
  }
  const before = lastPath.current
  lastPath.current = view.path
  if (isAdmin(view.path)) return
  startAnalytics(measurementId)
  if (before !== view.path) countPageView(view)
}
