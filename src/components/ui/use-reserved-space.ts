import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a ref for an element that sticks to the bottom. The root's property has its height while it does, so that focus and
 * toasts keep clear of it (src/styles/index.css, admin.css, toaster.css).
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
      // A frame later: the space may bring a scrollbar, which resizes the element while it is observed.
      frame = requestAnimationFrame(() => {
        // In a low window it lies in the page like anything else.
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
