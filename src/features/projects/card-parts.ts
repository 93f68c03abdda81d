import { inParts, type ProjectCard } from '@/domain/project'
import type { CardPart } from '@/published/cards'

type Cards = readonly ProjectCard[]

/** A list of cards: as the build has it, `first` and what follows, or all that is newer than the build. */
export type CardList = { readonly first: Cards; readonly later: readonly CardPart[] } | { readonly newest: Cards }

/** A part as it is shown; without cards it is space that is kept for them. */
export type ShownPart = CardPart & { readonly cards?: Cards }
type Parts = readonly ShownPart[]

const partOf = (cards: Cards): CardPart => ({ id: cards[0]?.id ?? '', count: cards.length, load: async () => cards })
const shownAtOnce = (cards: Cards): ShownPart => ({ ...partOf(cards), cards })

/** How a list begins: its first cards, and space for the others. */
export const toParts = (list: CardList): Parts => {
  if ('first' in list) return [shownAtOnce(list.first), ...list.later]
  const [first = [], ...later] = inParts(list.newest)
  return first.length > 0 ? [shownAtOnce(first), ...later.map(partOf)] : []
}

/** What stands in the document for parts, in order: cards, and spaces by the id of the first card that is to come. */
export const itemsOf = (parts: Parts): readonly { readonly id: string }[] =>
  parts.flatMap<{ readonly id: string }>((part) => part.cards ?? part)

/** The same with the cards of one part in their place, as the list has them; but for those that stand elsewhere, or are gone. */
export const filled = (parts: Parts, list: CardList, space: CardPart, cards: Cards): Parts => {
  const shown = new Set(itemsOf(parts.filter((part) => part.cards)).map(({ id }) => id))
  const current = ({ id }: ProjectCard) => ('newest' in list ? list.newest.filter((card) => card.id === id) : undefined)
  const own = cards.filter(({ id }) => !shown.has(id)).flatMap((card) => current(card) ?? card)
  return parts.map((part) => (part.load === space.load && !part.cards ? { ...part, cards: own } : part))
}

const withoutLastSpaces = (parts: Parts): Parts => parts.slice(0, parts.findLastIndex(({ cards }) => cards) + 1)

/**
 * The parts of a newer list, below the items that have been seen: these stay as they are and where they are, unless they are
 * gone. What is missing above them comes into the spaces there; with `isPassed`, which is for who has read on below the list,
 * nothing new comes at all.
 */
export const followed = (parts: Parts, newest: Cards, seen: ReadonlySet<string>, isPassed: boolean): Parts => {
  const there = new Set(newest.map(({ id }) => id))
  const stay = parts.flatMap(({ cards, ...part }): ShownPart[] => {
    if (!cards) return seen.has(part.id) ? [part] : []
    const left = cards.filter(({ id }) => seen.has(id) && there.has(id))
    return left.length > 0 ? [{ ...part, cards: left }] : []
  })
  if (isPassed) return stay
  const kept = withoutLastSpaces(stay)
  const held = new Set(kept.flatMap(({ cards = [] }) => cards.map(({ id }) => id)))
  const missing = newest.filter(({ id }) => !held.has(id))
  const spaces = kept.filter(({ cards }) => !cards)
  const last = kept.at(-1)?.cards?.at(-1)?.id
  const above =
    spaces.length > 0
      ? newest.slice(
          0,
          newest.findIndex(({ id }) => id === last),
        )
      : []
  const dealt = above.filter((card) => missing.includes(card))
  let from = 0
  const refilled = kept.flatMap((part): ShownPart[] => {
    if (part.cards) return [part]
    const cards = dealt.slice(from, part === spaces.at(-1) ? undefined : from + part.count)
    from += cards.length
    return cards.length > 0 ? [partOf(cards)] : []
  })
  return [...refilled, ...toParts({ newest: missing.filter((card) => !dealt.includes(card)) })]
}
