import { inParts, type ProjectCard } from '@/domain/project'
import type { CardPart } from '@/published/cards'

type Cards = readonly ProjectCard[]

/** A list of cards as the build has it, `first` and `later` ones, or all of a newer one. */
export type CardList = { readonly first: Cards; readonly later: readonly CardPart[] } | { readonly newest: Cards }

/** A part as it is shown; without `cards`, it is space kept for them. */
export type ShownPart = CardPart & { readonly cards?: Cards }
type Parts = readonly ShownPart[]

const partOf = (cards: Cards): CardPart => ({ id: cards[0]?.id ?? '', count: cards.length, load: async () => cards })
const shownAtOnce = (cards: Cards): ShownPart => ({ ...partOf(cards), cards })
const idsOf = (parts: Parts) => new Set(parts.flatMap(({ cards = [] }) => cards.map(({ id }) => id)))

/** A list's first part with its cards, and the later ones as space for theirs. */
export const toParts = (list: CardList): Parts => {
  if ('first' in list) return [shownAtOnce(list.first), ...list.later]
  const [first = [], ...later] = inParts(list.newest)
  return first.length > 0 ? [shownAtOnce(first), ...later.map(partOf)] : []
}

/** What stands in the document, in order: cards, and spaces, which have the id of their first card. */
export const itemsOf = (parts: Parts): readonly { readonly id: string }[] =>
  parts.flatMap<{ readonly id: string }>((part) => part.cards ?? part)

/** Puts `cards` into their space, as `list` has them, without those that stand elsewhere or are gone. */
export const filled = (parts: Parts, list: CardList, space: CardPart, cards: Cards): Parts => {
  const shown = idsOf(parts)
  const missing = cards.filter(({ id }) => !shown.has(id))
  const current = 'newest' in list ? missing.flatMap(({ id }) => list.newest.filter((card) => card.id === id)) : missing
  return parts.map((part) => (part.load === space.load && !part.cards ? { ...part, cards: current } : part))
}

/** The parts of a newer list, in which what was `seen` stays unless it is gone. If `isPassed`, nothing is added. */
export const followed = (parts: Parts, newest: Cards, seen: ReadonlySet<string>, isPassed: boolean): Parts => {
  const there = new Set(newest.map(({ id }) => id))
  const stay = parts.flatMap(({ cards, ...part }): ShownPart[] => {
    if (!cards) return seen.has(part.id) ? [part] : []
    const left = cards.filter(({ id }) => seen.has(id) && there.has(id))
    return left.length > 0 ? [{ ...part, cards: left }] : []
  })
  if (isPassed) return stay
  const kept = stay.slice(0, stay.findLastIndex(({ cards }) => cards) + 1)
  const held = idsOf(kept)
  const missing = newest.filter(({ id }) => !held.has(id))
  // What is missing above the last card goes into the spaces there.
  const lastSpace = kept.findLast(({ cards }) => !cards)
  const lastCard = kept.at(-1)?.cards?.at(-1)
  const end = newest.findIndex(({ id }) => id === lastCard?.id)
  const above = lastSpace ? newest.slice(0, end).filter((card) => missing.includes(card)) : []
  let from = 0
  const refilled = kept.flatMap((part): ShownPart[] => {
    if (part.cards) return [part]
    const cards = above.slice(from, part === lastSpace ? undefined : from + part.count)
    from += cards.length
    return cards.length > 0 ? [partOf(cards)] : []
  })
  return [...refilled, ...toParts({ newest: missing.filter((card) => !above.includes(card)) })]
}
