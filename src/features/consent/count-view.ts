import type { RefObject } from 'react'
import { analyticsAllowed, countPageView, hasOptedOut, startAnalytics, stopAnalytics } from '@/lib/analytics'
import { paths } from '@/paths'
import type { Consent } from '@/storage/keys'

type Visit = {
  consent: Consent
  measurementId: string
  view: { path: string; title: string }
  /** The path that was counted last. */
  counted: RefObject<string | undefined>
}

// No third-party script belongs beside an administrator's session.
const isAdmin = (path: string) => path === paths.admin.href || path.startsWith(`${paths.admin.href}/`)

/** Counts one view where that is allowed; elsewhere it ends the counting, and removes what it has left. */
export const countView = ({ consent, measurementId, view, counted }: Visit): void => {
  const { hostname } = window.location
  if (!analyticsAllowed({ consent, measurementId, hostname, optedOut: hasOptedOut(navigator) })) {
    stopAnalytics(measurementId)
    return
  }
  const before = counted.current
  counted.current = view.path
  if (isAdmin(view.path)) return
  startAnalytics(measurementId)
  if (before !== view.path) countPageView(view)
}
