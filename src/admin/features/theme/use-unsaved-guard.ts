import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'

/** Holds up every way out of the editor while something typed would be lost; the caller asks, then goes on or stays. */
export const useUnsavedGuard = (unsaved: boolean) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
  )
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  return blocker
}
