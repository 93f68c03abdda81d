import { useEffect, useEffectEvent, useState } from 'react'

/** Returns `newest`, but keeps the shown value if `isRead` when it changes. */
export const useFrozenWhileRead = <T>(newest: T, isRead: (shown: T) => boolean): T => {
  const [shown, setShown] = useState(newest)
  const showNewest = useEffectEvent(() => {
    if (newest !== shown && !isRead(shown)) setShown(newest)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when `newest` changes, not on each render.
  useEffect(() => showNewest(), [newest])
  return shown
}
