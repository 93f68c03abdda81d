import { first, later } from 'virtual:project-cards'
import type { ProjectCard } from '@/domain/project'
import { readBuilt } from './built-file'

/** Some cards of a list, from that of `id` on; `load` has them at hand, or fetches them and throws `AppError` when it cannot. */
export type CardPart = {
  readonly id: string
  readonly count: number
  readonly load: () => Promise<readonly ProjectCard[]>
}

/** What visitors see first, as of the build. */
export const firstCards: readonly ProjectCard[] = first

/** What follows these, of which no page carries what it does not show. */
export const laterCards: readonly CardPart[] = later.map(({ file, ...part }) => ({
  ...part,
  load: async () => (await readBuilt(`cards-${file}`)) as readonly ProjectCard[],
}))

/** All of them that can be had, for who has to look through them. */
export const allCards = async (): Promise<readonly ProjectCard[]> => [
  ...firstCards,
  ...(await Promise.all(laterCards.map(({ load }) => load().catch(() => [])))).flat(),
]

/** How many there are. */
export const cardCount = laterCards.reduce((sum, { count }) => sum + count, firstCards.length)
