import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Scrolls to the element with this id and focuses it when the URL's hash names it, as soon as it `isReady`. */
export const useHashTarget = (id: string, isReady: boolean): void => {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation counts, even to the same place.
  useEffect(() => {
    if (hash !== `#${id}` || !isReady) return undefined
    let frame = 0
    const goTo = () => {
      const target = document.getElementById(id)
      target?.scrollIntoView()
      target?.focus({ preventScroll: true })
      // What is above it may still be loading, and hide it.
      if (target && document.activeElement !== target) frame = requestAnimationFrame(goTo)
    }
    goTo()
    return () => cancelAnimationFrame(frame)
  }, [hash, key, id, isReady])
}
