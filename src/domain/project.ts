import type { Picture } from './picture'

/** One stage picture of a project; ids count the stages from 1. */
type ProjectImage = Picture

/** A standalone picture of the projects page. */
export type GalleryPhoto = Picture

/** A completed project with everything its own page shows. */
export interface Project {
  /** Slug in the address of the project's page. */
  readonly id: string
  readonly title: string
  /** One or two sentences that fit two lines on a card. */
  readonly summary: string
  /** The overview; a blank line separates paragraphs. */
  readonly description: string
  readonly location: string
  /** Year as written on the page. */
  readonly completionDate: string
  readonly services: readonly string[]
  readonly images: readonly ProjectImage[]
}

/** What a list says of a project. */
export type ProjectFacts = Pick<Project, 'id' | 'title' | 'summary' | 'location' | 'completionDate'>

/** What a list shows of a project. */
export interface ProjectCard extends ProjectFacts {
  readonly image: ProjectImage
}

/** What only the project's own page needs, loaded with it. */
export type ProjectDetails = Pick<Project, 'description' | 'services' | 'images'>

/** The overview split into its paragraphs. */
export function projectParagraphs({ description }: Pick<Project, 'description'>): string[] {
  return description.split('\n\n')
}
