import { useEffect } from 'react'

/** Width from which the menus stand open beside or above the page: Tailwind's `lg`. */
const WIDE = '(min-width: 64rem)'

/** Calls back when the window grows past the need for a menu that opens and closes. */
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
