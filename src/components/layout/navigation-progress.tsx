import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router-dom'

const DELAY_MS = 200

/** Whether the next page has been loading long enough to show progress. */
export const useSlowNavigation = (): boolean => {
  const isLoading = useNavigation().state === 'loading'
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setIsSlow(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isLoading])
  return isLoading && isSlow
}

/** A thin bar at the top edge; screen readers learn of the wait from the busy main region. */
export function NavigationProgress() {
  return <div aria-hidden className="navigation-progress fixed inset-x-0 top-0 z-40 h-1 bg-green" />
}
