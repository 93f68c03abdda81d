import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { ProjectCard } from '@/domain/project'
import { isAppError } from '@/lib/errors'
import type { LaterCards } from '@/published/cards'

type Cards = readonly ProjectCard[]
const NONE: Cards = []
// More at once would block a slow phone.
const SLICE = 3

const sizes = new Map<string, { width: number; height: number }>()
const toSizeKey = ({ id, count }: LaterCards) => `${id} ${count}`

/** Shows three more cards per frame. Remembers the height of `grid`, so that Back restores the position. */
export const useLaterCards = (later: LaterCards | undefined, grid: RefObject<HTMLElement | null>) => {
  const [loaded, setLoaded] = useState<Cards>()
  const [count, setCount] = useState(0)
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    if (!loaded || count >= loaded.length) return
    const frame = requestAnimationFrame(() => setCount(count + SLICE))
    return () => cancelAnimationFrame(frame)
  }, [loaded, count])

  const load = async () => {
    if (!later || isLoading || loaded) return
    if (isAppError(error, 'outdated')) return window.location.reload()
    setLoading(true)
    setError(undefined)
    await later.load().then(setLoaded, setError)
    setLoading(false)
  }

  const left = later ? Math.max(0, later.count - count) : 0
  const [minHeight] = useState(() => {
    const size = later && sizes.get(toSizeKey(later))
    return size?.width === globalThis.innerWidth ? size?.height : undefined
  })
  const remember = useEffectEvent(() => {
    if (later && grid.current) sizes.set(toSizeKey(later), { width: innerWidth, height: grid.current.offsetHeight })
  })
  useLayoutEffect(() => () => remember(), [])
  return {
    cards: loaded?.slice(0, count) ?? NONE,
    left,
    load,
    isLoading,
    error,
    minHeight: left > 0 ? minHeight : undefined,
  }
}
