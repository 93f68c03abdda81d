import type { PROJECT_FACTS } from '@contract/project'
import type { CaptionedImage, ResponsiveImage } from './image'

type FactName = (typeof PROJECT_FACTS)[number]

/** Its name and its place on `london.svg`, in thousandths of the drawing's width. */
export type District = readonly [name: string, x: number, y: number]

export interface ProjectCard {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly location: string
  /** One of `content/districts.ts`, where the location does not begin with it. */
  readonly district?: string
  readonly pin?: District
  /** As in 'March 2024'. */
  readonly completionDate: string
  readonly image: ResponsiveImage
  /** What was built, from the same camera. */
  readonly after: ResponsiveImage | null
  /** Only for own projects; changes with each new version. */
  readonly publishedAt?: string | null
}

/** A project as the pages beside it show it. */
export type AdjacentProject = Pick<ProjectCard, 'id' | 'title' | 'image'>

export interface ProjectText {
  readonly description: readonly string[]
  readonly services: readonly string[]
  readonly facts?: { readonly [name in FactName]?: string | undefined }
  /** Whether the facts are invented, which the page then says. */
  readonly areFactsSamples?: boolean
}

/** `first`: opens the page, compared with `after` where there is one; `images`: the stages, in order. */
export type Project = Omit<ProjectCard, 'image' | 'after'> &
  ProjectText & {
    readonly first: CaptionedImage
    readonly after: CaptionedImage | null
    readonly images: readonly CaptionedImage[]
    /** Those that the build has beside it, and maybe others. */
    readonly adjacent?: readonly AdjacentProject[]
  }

export interface Portfolio {
  /** Ids in the owner's order; others come last. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Ids of published own projects that this build cannot read. */
  readonly unreadable: readonly string[]
  readonly own: readonly ProjectCard[]
}

/** All that visitors may see, in order. Of two with the same id, the built-in one counts. */
export const mergePortfolio = <Card extends { id: string }>(
  builtIn: readonly Card[],
  { order, hidden, own }: Pick<Portfolio, 'order' | 'hidden'> & { own: readonly Card[] },
): Card[] => {
  const cards = new Map([...own, ...builtIn].map((card) => [card.id, card]))
  return [...new Set([...order, ...cards.keys()])].flatMap((id) => (hidden.includes(id) ? [] : (cards.get(id) ?? [])))
}

const MOST_FIRST = 11
// Fills rows of two and rows of three.
const STEP = 6

/** How many of a list's cards are shown at first: at most eleven, so that the others fill their rows. */
export const countFirst = (total: number): number => total - Math.ceil(Math.max(0, total - MOST_FIRST) / STEP) * STEP
