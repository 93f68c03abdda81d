import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a ref whose element takes the focus each time `cause` changes after the first render, so that the outcome of
 * an action is read out and scrolled into view.
 */
export const useFocusWhenShown = <T extends HTMLElement>(cause: unknown): RefObject<T | null> => {
  const element = useRef<T>(null)
  const first = useRef(cause)
  useEffect(() => {
    if (cause !== first.current) element.current?.focus()
  }, [cause])
  return element
}
