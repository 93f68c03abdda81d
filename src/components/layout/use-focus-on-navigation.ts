import { useEffect, useRef } from 'react'
import { usePathname } from '@/router'

/** Puts the focus on a new page's heading, by which screen readers announce it: no load does that here. */
export const useFocusOnNavigation = (heading: string): void => {
  const pathname = usePathname()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    document.querySelector<HTMLElement>(heading)?.focus({ preventScroll: true })
  }, [pathname, heading])
}
