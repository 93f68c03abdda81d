import { useEffect, useEffectEvent, useState } from 'react'

/** Returns `newest`; if it changes while `isRead` says that the shown value is being read, that one stays. */
export const useFrozenWhileRead = <T>(newest: T, isRead: (shown: T) => boolean): T => {
  const [shown, setShown] = useState(newest)
  const showNewest = useEffectEvent(() => {
    if (newest !== shown && !isRead(shown)) setShown(newest)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when another comes, not on each render.
  useEffect(() => showNewest(), [newest])
  return shown
}
