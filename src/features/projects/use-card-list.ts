import { type RefObject, startTransition, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { CardPart } from '@/content/projects'
import { inParts, type ProjectCard } from '@/domain/project'

type Cards = readonly ProjectCard[]

/** A list of cards: as the build has it, `first` and what follows, or all that is newer than the build. */
export type CardList = { readonly first: Cards; readonly later: readonly CardPart[] } | { readonly newest: Cards }

/** A part as it is shown; without cards it is space that is kept for them. */
export type ShownPart = CardPart & { readonly cards?: Cards }

const partOf = (cards: Cards): CardPart => ({ id: cards[0]?.id ?? '', count: cards.length, load: async () => cards })
const shownAtOnce = (cards: Cards): ShownPart => ({ ...partOf(cards), cards })

const toParts = (list: CardList): readonly ShownPart[] => {
  if ('first' in list) return [shownAtOnce(list.first), ...list.later]
  const [first = [], ...later] = inParts(list.newest)
  return [shownAtOnce(first), ...later.map(partOf)]
}

const holds = (parts: readonly ShownPart[], { id }: ProjectCard) =>
  parts.some(({ cards }) => cards?.some((card) => card.id === id))

/** How high parts have been in a window of one width, for whoever comes back. */
const heights = { of: 0, byId: new Map<string, number>() }

/** How high a part was when it was last shown, in pixels; undefined where the window had another width. */
export const heightOf = ({ id }: CardPart): number | undefined =>
  heights.of > 0 && heights.of === innerWidth ? heights.byId.get(id) : undefined

const keepHeights = (parts: readonly ShownPart[], items: readonly Element[]) => {
  if (heights.of !== innerWidth) heights.byId.clear()
  heights.of = innerWidth
  let index = 0
  for (const { id, cards } of parts) {
    const own = items.slice(index, index + (cards?.length ?? 1)).map((item) => item.getBoundingClientRect())
    index += own.length
    const [top, bottom] = [own[0]?.top, own.at(-1)?.bottom]
    if (cards && top !== undefined && bottom !== undefined) heights.byId.set(id, bottom - top)
  }
}

/**
 * The parts of a list, whose items are the children of `list`, and a function that shows the cards of one. Of a newer list it
 * shows what is below the cards that have been in view: these stay as they are and where they are, unless they are gone.
 * Whoever has read on below the list loses what is gone, and sees nothing new.
 */
export const useCardList = (list: CardList, items: RefObject<Element | null>) => {
  const [shown, setShown] = useState(() => ({ list, parts: toParts(list) }))
  const { parts } = shown
  const follow = useEffectEvent(() => {
    if (list === shown.list || !items.current) return
    const rects = [...items.current.children].map((item) => item.getBoundingClientRect())
    // At the page's top it is the top that is read.
    const isBelow = scrollY > 0 && (rects.at(-1)?.bottom ?? 0) < innerHeight
    const others = 'newest' in list ? list.newest : []
    let left = isBelow ? rects.length : rects.filter(({ top }) => top < innerHeight).length
    const kept = parts.flatMap(({ cards, ...part }): ShownPart[] => {
      const inView = cards?.slice(0, Math.max(0, left))
      left -= cards?.length ?? 1
      if (!inView) return left >= 0 ? [part] : []
      return [{ ...part, cards: inView.filter(({ id }) => others.some((card) => card.id === id)) }]
    })
    const isBeneath = (card: ProjectCard) => !isBelow && !holds(kept, card)
    setShown({ list, parts: [...kept, ...toParts({ newest: others.filter(isBeneath) })] })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when another list comes, not on each render.
  useEffect(() => follow(), [list])

  const leave = useEffectEvent(() => keepHeights(parts, [...(items.current?.children ?? [])]))
  useLayoutEffect(() => () => leave(), [])

  const fill = (space: CardPart, cards: Cards) =>
    startTransition(() =>
      setShown((before) => {
        // Those that stand elsewhere or are gone by now are not shown again.
        const isMissing = (card: ProjectCard) =>
          !holds(before.parts, card) &&
          (!('newest' in before.list) || before.list.newest.some(({ id }) => id === card.id))
        const own = cards.filter(isMissing)
        const filled = before.parts.map((part) => (part.id === space.id ? { ...part, cards: own } : part))
        return { ...before, parts: filled }
      }),
    )
  return { parts, fill }
}
