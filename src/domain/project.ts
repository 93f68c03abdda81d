import type { SiteImage } from './image'

export interface ProjectCard {
  readonly id: string
  readonly order: number
  readonly title: string
  /** One or two sentences that fit two lines on a card. */
  readonly summary: string
  readonly location: string
  readonly completionDate: string
  readonly image: SiteImage
  /** What was built, from the first image's camera; null where no such picture exists. */
  readonly after: SiteImage | null
}

export interface ProjectText {
  readonly description: readonly string[]
  readonly services: readonly string[]
}

/** `images`: the stages of the project, in order. */
export type Project = Omit<ProjectCard, 'image'> & ProjectText & { readonly images: readonly SiteImage[] }
