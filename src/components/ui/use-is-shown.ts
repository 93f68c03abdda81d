import { useEffect, useRef } from 'react'

/** Returns a function that tells whether the component still stands on the page, for what ends after it may have gone. */
export const useIsShown = (): (() => boolean) => {
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return () => shown.current
}
