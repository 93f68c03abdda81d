import { useEffect } from 'react'

/** Calls `onWide` when the window grows to Tailwind's `lg`. */
export const useWideWindow = (onWide: () => void): void => {
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 64rem)')
    const report = () => wide.matches && onWide()
    wide.addEventListener('change', report)
    return () => wide.removeEventListener('change', report)
  }, [onWide])
}
