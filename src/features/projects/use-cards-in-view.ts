import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { ProjectCard } from '@/domain/project'

type Cards = readonly ProjectCard[]

/**
 * The newest cards, below those of `list` that have been in view: these stay as they are and where they are, unless they are
 * gone. Whoever has read on below the list loses what is gone, and sees nothing new.
 */
export const useCardsInView = (newest: Cards, list: RefObject<Element | null>): Cards => {
  const [shown, setShown] = useState(newest)
  const follow = useEffectEvent(() => {
    if (newest === shown || !list.current) return
    const cards = [...list.current.children].map((item) => item.getBoundingClientRect())
    // At the page's top it is the top that is read.
    const isBelow = scrollY > 0 && (cards.at(-1)?.bottom ?? 0) < innerHeight
    const kept = shown
      .slice(0, isBelow ? shown.length : cards.filter(({ top }) => top < innerHeight).length)
      .filter(({ id }) => newest.some((card) => card.id === id))
    const others = isBelow ? [] : newest.filter(({ id }) => !kept.some((card) => card.id === id))
    setShown([...kept, ...others])
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when others come, not on each render.
  useEffect(() => follow(), [newest])
  return shown
}
