import { useEffect, useEffectEvent, useState } from 'react'

/** The newest of something, or what is shown already for as long as the component stays: while `isRead` says so of it, when another comes. */
export const useUnlessRead = <T>(newest: T, isRead: (shown: T) => boolean): T => {
  const [shown, setShown] = useState(newest)
  const follow = useEffectEvent(() => {
    if (newest !== shown && !isRead(shown)) setShown(newest)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when another comes, not on each render.
  useEffect(() => follow(), [newest])
  return shown
}
