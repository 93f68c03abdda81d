import { first, later } from 'virtual:project-cards'
import { countFirst, type ProjectCard } from '@/domain/project'
import { fetchBuiltFile } from './built-file'

/** The cards of a list that aren't shown at first, from that of `id` on. `load` throws `AppError` if it can't fetch them. */
export type LaterCards = {
  readonly id: string
  readonly count: number
  readonly load: () => Promise<readonly ProjectCard[]>
}

/** Cards in order; `ids` of all, if the list is newer than the build. */
export type CardList = {
  readonly first: readonly ProjectCard[]
  readonly later: LaterCards | undefined
  readonly ids?: ReadonlySet<string>
}

/** The list as the build has it: the first cards come with the page's code. */
export const builtList: CardList = {
  first,
  later: later && {
    id: later.id,
    count: later.count,
    load: async () => (await fetchBuiltFile(`cards-${later?.file}`)) as readonly ProjectCard[],
  },
}

/** All cards of the build, or only the first if the others can't be fetched. */
export const allCards = async (): Promise<readonly ProjectCard[]> => [
  ...first,
  ...((await builtList.later?.load().catch(() => [])) ?? []),
]

/** Returns a list newer than the build. */
export const toCardList = (cards: readonly ProjectCard[]): CardList => {
  const [next, ...others] = cards.slice(countFirst(cards.length))
  return {
    first: cards.slice(0, countFirst(cards.length)),
    later: next && { id: next.id, count: others.length + 1, load: async () => [next, ...others] },
    ids: new Set(cards.map(({ id }) => id)),
  }
}
