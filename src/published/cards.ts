import { first, later } from 'virtual:project-cards'
import type { ProjectCard } from '@/domain/project'
import { readBuilt } from './built-file'

/** Some cards of a list, from that of `id` on. `load` rejects with `AppError` if it cannot fetch them. */
export type CardPart = {
  readonly id: string
  readonly count: number
  readonly load: () => Promise<readonly ProjectCard[]>
}

/** The cards that come with the page's code; `laterCards` are fetched part by part, and `cardCount` is of both. */
export const firstCards: readonly ProjectCard[] = first

export const laterCards: readonly CardPart[] = later.map(({ file, ...part }) => ({
  ...part,
  load: async () => (await readBuilt(`cards-${file}`)) as readonly ProjectCard[],
}))

/** All cards, except those that cannot be fetched. */
export const allCards = async (): Promise<readonly ProjectCard[]> => [
  ...firstCards,
  ...(await Promise.all(laterCards.map(({ load }) => load().catch(() => [])))).flat(),
]

export const cardCount = laterCards.reduce((sum, { count }) => sum + count, firstCards.length)
