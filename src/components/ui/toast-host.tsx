import { lazy, Suspense, useEffect, useState } from 'react'
import { onToastWaiting } from './toast'

const Toaster = lazy(() => import('./toaster'))

/** Loads the toaster when the first message arrives, so that pages without messages do not pay for it. */
export function ToastHost() {
  const [needed, setNeeded] = useState(false)
  useEffect(() => onToastWaiting(() => setNeeded(true)), [])
  return <Suspense fallback={null}>{needed && <Toaster />}</Suspense>
}
