import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { ProjectCard } from '@/domain/project'
import type { CardPart } from '@/published/cards'
import { type CardList, filled, followed, itemsOf, type ShownPart, toParts } from './card-parts'

/** How high parts were in a window of one width, for whoever comes back. */
const heights = { inWidth: 0, byId: new Map<string, number>() }

/** How high a part was when it was last shown whole, in pixels; undefined where the window had another width. */
export const heightOf = ({ id }: CardPart): number | undefined =>
  heights.inWidth > 0 && heights.inWidth === innerWidth ? heights.byId.get(id) : undefined

const keepHeights = (parts: readonly ShownPart[], items: readonly Element[]) => {
  if (heights.inWidth !== innerWidth) heights.byId.clear()
  heights.inWidth = innerWidth
  let index = 0
  for (const { id, count, cards } of parts) {
    const own = items.slice(index, index + (cards?.length ?? 1)).map((item) => item.getBoundingClientRect())
    index += own.length
    const [top, bottom] = [own[0]?.top, own.at(-1)?.bottom]
    if (cards?.length === count && top !== undefined && bottom !== undefined) heights.byId.set(id, bottom - top)
  }
}

/**
 * The parts of a list, whose items are the children of `list`, and a function that shows the cards of one. When a newer list
 * comes, nothing moves that is in view or above it.
 */
export const useCardList = (list: CardList, items: RefObject<Element | null>) => {
  const [shown, setShown] = useState(() => ({ list, parts: toParts(list) }))
  const { parts } = shown
  const elements = () => [...(items.current?.children ?? [])]

  const follow = useEffectEvent(() => {
    if (list === shown.list || !('newest' in list)) return
    const rects = elements().map((item) => item.getBoundingClientRect())
    // At the page's top it is the top that is read.
    const isPassed = scrollY > 0 && (rects.at(-1)?.bottom ?? 0) < innerHeight
    const isSeen = (index: number) => isPassed || (rects[index]?.top ?? Number.POSITIVE_INFINITY) < innerHeight
    const seen = new Set(itemsOf(parts).flatMap(({ id }, index) => (isSeen(index) ? id : [])))
    setShown((before) => ({ list, parts: followed(before.parts, list.newest, seen, isPassed) }))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when another list comes, not on each render.
  useEffect(() => follow(), [list])

  const leave = useEffectEvent(() => keepHeights(parts, elements()))
  useLayoutEffect(() => () => leave(), [])

  const fill = (space: CardPart, cards: readonly ProjectCard[]) =>
    setShown((before) => ({ ...before, parts: filled(before.parts, before.list, space, cards) }))
  return { parts, fill }
}
