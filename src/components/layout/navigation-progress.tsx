import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router-dom'

/** Whether the next page has been loading for 200 ms. */
export const useSlowNavigation = (): boolean => {
  const isLoading = useNavigation().state === 'loading'
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setIsSlow(true), 200)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isLoading])
  return isLoading && isSlow
}

export function NavigationProgress() {
  return <div aria-hidden className="navigation-progress fixed inset-x-0 top-0 z-40 h-1 bg-green" />
}
