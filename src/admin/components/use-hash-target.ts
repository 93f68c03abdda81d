import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Scrolls to and focuses the element if the URL's hash is its id, once `isReady`. */
export const useHashTarget = (id: string, isReady: boolean): void => {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation to the same hash counts, too.
  useEffect(() => {
    if (hash !== `#${id}` || !isReady) return undefined
    let frame = 0
    const goTo = () => {
      const target = document.getElementById(id)
      target?.scrollIntoView()
      target?.focus({ preventScroll: true })
      // An earlier part of the page may still be loading and hide it (admin.css).
      if (target && document.activeElement !== target) frame = requestAnimationFrame(goTo)
    }
    goTo()
    return () => cancelAnimationFrame(frame)
  }, [hash, key, id, isReady])
}
