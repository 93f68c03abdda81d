import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a ref for a sticky element. `property` on the root is its height, for scroll padding and toasts
 * (src/styles/index.css, admin.css, toaster.css).
 */
export const useReservedSpace = <T extends HTMLElement>(
  property: '--banner-height' | '--bar-height',
): RefObject<T | null> => {
  const element = useRef<T>(null)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const { style } = document.documentElement
    let frame = 0
    const observer = new ResizeObserver(() => {
      // A new scrollbar would resize the element while it is observed.
      frame = requestAnimationFrame(() => {
        // In low windows it is static.
        const isStuck = getComputedStyle(current).position !== 'static'
        style.setProperty(property, isStuck ? `${current.offsetHeight}px` : '0px')
      })
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      style.removeProperty(property)
    }
  }, [property])
  return element
}
