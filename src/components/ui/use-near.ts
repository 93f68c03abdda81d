import { type RefObject, useEffect, useState } from 'react'

type Options = {
  /** In viewport heights. */
  within?: number
  initially?: boolean
}

const waiting = new WeakMap<Element, () => void>()
// Shared, because a list may have hundreds of targets.
const observers = new Map<number, IntersectionObserver>()

const getObserver = (within: number): IntersectionObserver => {
  const known = observers.get(within)
  if (known) return known
  const callBack = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.()
  }
  const observer = new IntersectionObserver(callBack, { rootMargin: `${100 * within}% 0px` })
  observers.set(within, observer)
  return observer
}

/** Whether an element is or was near the viewport. */
export const useNearViewport = (
  target: RefObject<Element | null>,
  { within = 1, initially = false }: Options = {},
): boolean => {
  const [isNear, setNear] = useState(initially)
  useEffect(() => {
    const element = target.current
    if (isNear || !element) return
    const observer = getObserver(within)
    waiting.set(element, () => setNear(true))
    observer.observe(element)
    return () => observer.unobserve(element)
  }, [isNear, target, within])
  return isNear
}
