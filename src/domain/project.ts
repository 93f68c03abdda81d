import type { PROJECT_FACTS } from '@contract/project'
import type { CaptionedImage, ResponsiveImage } from './image'

type FactName = (typeof PROJECT_FACTS)[number]

/** Name and position on `london.svg`, in thousandths of its width. */
export type District = readonly [name: string, x: number, y: number]

export interface ProjectCard {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly location: string
  /** A name in `content/districts.ts`, if the location doesn't begin with it. */
  readonly district?: string
  readonly pin?: District
  /** As in 'March 2024'. */
  readonly completionDate: string
  readonly image: ResponsiveImage
  /** The finished work, from the same camera. */
  readonly after: ResponsiveImage | null
  /** Only for custom projects. Changes with each version. */
  readonly publishedAt?: string | null
}

export type AdjacentProject = Pick<ProjectCard, 'id' | 'title' | 'image'>

export interface ProjectText {
  readonly description: readonly string[]
  readonly services: readonly string[]
  readonly facts?: { readonly [name in FactName]?: string | undefined }
  /** Whether the facts are invented. */
  readonly areFactsSamples?: boolean
}

/** `first` opens the page, compared with any `after`. `images` are the stages. */
export type Project = Omit<ProjectCard, 'image' | 'after'> &
  ProjectText & {
    readonly first: CaptionedImage
    readonly after: CaptionedImage | null
    readonly images: readonly CaptionedImage[]
    /** The projects beside it at build time, possibly among others. */
    readonly adjacent?: readonly AdjacentProject[]
  }

export interface Portfolio {
  /** Ids in the owner's order; others come last. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Ids of published custom projects that this build can't read. */
  readonly unreadable: readonly string[]
  readonly custom: readonly ProjectCard[]
}

/** Merges all visible projects in order. A bundled one replaces a custom one with its id. */
export const mergePortfolio = <Card extends { id: string }>(
  builtIn: readonly Card[],
  { order, hidden, custom }: Pick<Portfolio, 'order' | 'hidden'> & { custom: readonly Card[] },
): Card[] => {
  const cards = new Map([...custom, ...builtIn].map((card) => [card.id, card]))
  return [...new Set([...order, ...cards.keys()])].flatMap((id) => (hidden.includes(id) ? [] : (cards.get(id) ?? [])))
}

const MOST_FIRST = 11
// Fills rows of two and rows of three.
const STEP = 6

/** Returns how many cards to show first (at most 11), so that the others fill their rows. */
export const countFirst = (total: number): number => total - Math.ceil(Math.max(0, total - MOST_FIRST) / STEP) * STEP
