import type { Picture } from '@/domain/picture'
import type { ProjectCard } from '@/domain/project'
import {
  farringdonBasementCompletion,
  hampsteadBasementCompletion,
  mayfairBasementCompletion,
  traditionalUnderpinningCompletion,
} from '../pictures/project-completions'
import { projectCards } from './cards'

/** A finished project as the home page shows it. */
type LatestProject = Pick<ProjectCard, 'title' | 'location'> & {
  readonly projectId: string
  readonly picture: Picture
}

const latest = (projectId: string, pictures: readonly Picture[]): LatestProject[] =>
  projectCards
    .filter(({ id }) => id === projectId)
    .flatMap(({ title, location }) => pictures.map((picture) => ({ projectId, title, location, picture })))

/** The four finished projects on the home page until the owner saves pictures of their own. */
export const latestProjects: readonly LatestProject[] = [
  ...latest('mayfair-basement', mayfairBasementCompletion),
  ...latest('hampstead-basement', hampsteadBasementCompletion),
  ...latest('farringdon-basement', farringdonBasementCompletion),
  ...latest('traditional-underpinning', traditionalUnderpinningCompletion),
]
