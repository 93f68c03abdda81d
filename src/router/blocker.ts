import { useEffect, useRef, useState } from 'react'
import { useRouter } from './context'
import type { Location } from './history'

type Leaving = { currentLocation: Location; nextLocation: Location }
export type Blocker = { state: 'unblocked' } | { state: 'blocked'; proceed: () => void; reset: () => void }

/** Holds the visitor where `shouldBlock` says so, until the blocker is told to go on or to stay. */
export const useBlocker = (shouldBlock: (leaving: Leaving) => boolean): Blocker => {
  const router = useRouter()
  const [held, setHeld] = useState<{ goOn: () => void }>()
  const latest = useRef(shouldBlock)
  useEffect(() => {
    latest.current = shouldBlock
  }, [shouldBlock])
  useEffect(
    () =>
      router.guard((currentLocation, nextLocation, goOn) => {
        const isHeld = latest.current({ currentLocation, nextLocation })
        if (isHeld) setHeld({ goOn })
        return isHeld
      }),
    [router],
  )
  if (!held) return { state: 'unblocked' }
  return {
    state: 'blocked',
    proceed: () => {
      setHeld(undefined)
      held.goOn()
    },
    reset: () => setHeld(undefined),
  }
}
