import { useEffect, useRef } from 'react'

/** Returns a function that tells whether the component is mounted. */
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
