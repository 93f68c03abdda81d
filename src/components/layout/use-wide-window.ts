import { useEffect } from 'react'

const WIDE = '(min-width: 64rem)'

/** Calls back when the window grows to Tailwind's `lg`, at which the menus are always open. */
export const useWideWindow = (onWide: () => void): void => {
  useEffect(() => {
    const wide = window.matchMedia(WIDE)
    const report = () => {
      if (wide.matches) onWide()
    }
    wide.addEventListener('change', report)
    return () => wide.removeEventListener('change', report)
  }, [onWide])
}
