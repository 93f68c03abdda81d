import { useEffect } from 'react'

const WIDE = '(min-width: 64rem)'

/** Calls `onWide` when the window grows to Tailwind's `lg`, where the menus are always open. */
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
