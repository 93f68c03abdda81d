import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref whose element takes the focus when a list has become shorter and the item that had the focus is gone. */
export const useFocusAfterRemoval = <T extends HTMLElement>(count: number): RefObject<T | null> => {
  const element = useRef<T>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) element.current?.focus()
    before.current = count
  }, [count])
  return element
}
