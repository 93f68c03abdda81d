import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref whose element takes the focus when a list has become shorter and the item that had the focus is gone. */
export const useFocusAfterRemoval = <T extends HTMLElement>(count: number): RefObject<T | null> => {
  const element = useRef<T>(null)
  const before = useRef(count)
  useEffect(() => {
    const shorter = count < before.current
    before.current = count
    if (!shorter) return
    // The dialog that asked closes in the same moment, and gives up the focus only after that.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) element.current?.focus()
    })
    return () => clearTimeout(timer)
  }, [count])
  return element
}
