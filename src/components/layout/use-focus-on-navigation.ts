import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** Puts the focus on a new page's heading, by which screen readers announce it: no load does that here. */
export const useFocusOnNavigation = (): void => {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [pathname])
}
