import { type RefObject, useEffect, useRef } from 'react'

// The style sheet keeps this much free below the page and below whatever is scrolled into view.
const PROPERTY = '--reserved-bottom'

/** Returns a ref for an element fixed to the bottom: as long as it shows, the page can be scrolled clear of it. */
export const useReservedSpace = <T extends HTMLElement>(): RefObject<T | null> => {
  const element = useRef<T>(null)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(PROPERTY, `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty(PROPERTY)
    }
  }, [])
  return element
}
