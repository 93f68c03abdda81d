import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { ProjectCard } from '@/domain/project'
import type { CardPart } from '@/published/cards'
import { type CardList, filled, followed, itemsOf, type ShownPart, toParts } from './card-parts'

const heights = { inWidth: 0, byId: new Map<string, number>() }

/** A part's height in pixels when it was last shown whole; undefined if the window had another width. */
export const heightOf = ({ id }: CardPart): number | undefined =>
  heights.inWidth > 0 && heights.inWidth === innerWidth ? heights.byId.get(id) : undefined

const keepHeights = (parts: readonly ShownPart[], items: readonly Element[]) => {
  if (heights.inWidth !== innerWidth) heights.byId.clear()
  heights.inWidth = innerWidth
  let index = 0
  for (const { id, count, cards } of parts) {
    const rects = items.slice(index, index + (cards?.length ?? 1)).map((item) => item.getBoundingClientRect())
    index += rects.length
    const first = rects[0]
    const last = rects.at(-1)
    if (first && last && cards?.length === count) heights.byId.set(id, last.bottom - first.top)
  }
}

/** The parts of a list, shown as children of `items`, and what fills one; a newer list moves nothing seen so far. */
export const useCardList = (list: CardList, items: RefObject<Element | null>) => {
  const [shown, setShown] = useState(() => ({ list, parts: toParts(list) }))
  const { parts } = shown
  const elements = () => [...(items.current?.children ?? [])]

  const follow = useEffectEvent(() => {
    if (list === shown.list || !('newest' in list)) return
    const rects = elements().map((item) => item.getBoundingClientRect())
    // At the page's top, nobody has read on.
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
