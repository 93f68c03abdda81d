import { type RefObject, useEffect, useRef, useState } from 'react'

/** Returns a ref and whether its element has come within a third of a screen of the view, once it has. */
export const useNearView = <T extends HTMLElement>(): [RefObject<T | null>, boolean] => {
  const element = useRef<T>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !element.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '33% 0px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [near])
  return [element, near]
}
