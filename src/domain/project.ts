import type { Picture } from './picture'

/** What a list shows of a project. */
export interface ProjectCard {
  /** Name of the project's folder, and slug in the address of its page. */
  readonly id: string
  /** Place in lists, ascending. */
  readonly order: number
  readonly title: string
  /** One or two sentences that fit two lines on a card. */
  readonly summary: string
  readonly location: string
  /** Year as written on the page. */
  readonly completionDate: string
  readonly image: Picture
}

/** What only the project's own page says. */
export interface ProjectText {
  /** The overview, paragraph by paragraph. */
  readonly description: readonly string[]
  readonly services: readonly string[]
}

/** A completed project with everything its own page shows: the images are its stages, in order. */
export type Project = Omit<ProjectCard, 'image'> & ProjectText & { readonly images: readonly Picture[] }
