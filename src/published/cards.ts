import { first, later } from 'virtual:project-cards'
import { countFirst, type ProjectCard } from '@/domain/project'
import { fetchBuiltFile } from './built-file'

/** Cards from `id` on. `load` throws `AppError`. */
export type LaterCards = {
  readonly id: string
  readonly count: number
  readonly load: () => Promise<readonly ProjectCard[]>
}

/** Cards in order, with all `ids` if newer than the build. */
export type CardList = {
  readonly first: readonly ProjectCard[]
  readonly later: LaterCards | undefined
  readonly ids?: ReadonlySet<string>
}

export const builtList: CardList = {
  first,
  later: later && {
    id: later.id,
    count: later.count,
    load: async () => (await fetchBuiltFile(`cards-${later?.file}`)) as readonly ProjectCard[],
  },
}

/** Returns all cards, or only the first if fetching fails. */
export const allCards = async (): Promise<readonly ProjectCard[]> => [
  ...first,
  ...((await builtList.later?.load().catch(() => [])) ?? []),
]

/** Splits published cards into those shown at first and the later ones, which need no request. */
export const toCardList = (cards: readonly ProjectCard[]): CardList => {
  const [next, ...others] = cards.slice(countFirst(cards.length))
  return {
    first: cards.slice(0, countFirst(cards.length)),
    later: next && { id: next.id, count: others.length + 1, load: async () => [next, ...others] },
    ids: new Set(cards.map(({ id }) => id)),
  }
}
