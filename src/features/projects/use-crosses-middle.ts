import { type RefObject, useEffect, useState } from 'react'

const SHOWN_BY_SCROLLING = '(hover: none) and (prefers-reduced-motion: no-preference)'

/** Whether an element was scrolled to the middle of a touch screen; never where motion is unwanted. */
export const useCrossesMiddle = (target: RefObject<Element | null>): boolean => {
  const [crosses, setCrosses] = useState(false)
  useEffect(() => {
    const element = target.current
    if (!element || !window.matchMedia(SHOWN_BY_SCROLLING).matches) return
    const observer = new IntersectionObserver((entries) => setCrosses(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: '-45% 0px',
    })
    // Waits for a touch: a page that has just opened, or scrolls by itself, fetches and changes nothing.
    const start = () => observer.observe(element)
    window.addEventListener('touchmove', start, { once: true, passive: true })
    return () => {
      window.removeEventListener('touchmove', start)
      observer.disconnect()
    }
  }, [target])
  return crosses
}
