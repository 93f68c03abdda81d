import type { SiteImage, SitePicture } from './image'

export interface ProjectCard {
  readonly id: string
  readonly title: string
  /** One or two sentences that fit two lines on a card. */
  readonly summary: string
  readonly location: string
  readonly completionDate: string
  readonly image: SitePicture
  /** What was built, from the first image's camera, without words; null where no such picture exists. */
  readonly after: SitePicture | null
  /** Of an own project: it is another one with another time. */
  readonly publishedAt?: string | null
}

export interface ProjectText {
  readonly description: readonly string[]
  readonly services: readonly string[]
}

/** `first`: what its page opens with, compared with `after` where there is one; `images`: the stages, in order. */
export type Project = Omit<ProjectCard, 'image' | 'after'> &
  ProjectText & { readonly first: SiteImage; readonly after: SiteImage | null; readonly images: readonly SiteImage[] }

/** Own projects, and what was changed about the built-in ones. */
export interface Portfolio {
  /** Ids in the owner's order; the rest comes last. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Own projects that visitors may see and this build cannot read. */
  readonly unreadable: readonly string[]
  readonly own: readonly ProjectCard[]
}

/** All that visitors may see, in order. Of two with one id, the built-in one. */
export const mergePortfolio = <Card extends { id: string }>(
  builtIn: readonly Card[],
  { order, hidden, own }: Pick<Portfolio, 'order' | 'hidden'> & { own: readonly Card[] },
): Card[] => {
  const cards = new Map([...own, ...builtIn].map((card) => [card.id, card]))
  return [...new Set([...order, ...cards.keys()])].flatMap((id) => (hidden.includes(id) ? [] : (cards.get(id) ?? [])))
}

const MOST_FIRST = 11
const PART = 12
// Two or three stand in a row: a part ends where both kinds of row do.
const STEP = 6

/**
 * A list cut to be shown bit by bit: first as many as page and scripts have room for (eleven at most), then twelve at a
 * time. Every part but the first fills its rows of two and of three.
 */
export const inParts = <Item>(list: readonly Item[]): readonly (readonly Item[])[] => {
  const beyond = Math.max(0, list.length - MOST_FIRST)
  const first = list.length - Math.ceil(beyond / STEP) * STEP
  const parts = Math.ceil((list.length - first) / PART)
  return [
    list.slice(0, first),
    ...Array.from({ length: parts }, (_, part) => list.slice(first + part * PART, first + (part + 1) * PART)),
  ]
}
