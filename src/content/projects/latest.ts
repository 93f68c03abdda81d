import type { Picture } from '@/domain/picture'
import type { ProjectFacts } from '@/domain/project'
import {
  farringdonBasementCompletion,
  hampsteadBasementCompletion,
  mayfairBasementCompletion,
  traditionalUnderpinningCompletion,
} from '../pictures/project-completions'
import { farringdonBasementFacts } from './facts/farringdon-basement'
import { hampsteadBasementFacts } from './facts/hampstead-basement'
import { mayfairBasementFacts } from './facts/mayfair-basement'
import { traditionalUnderpinningFacts } from './facts/traditional-underpinning'

/** A finished project as the home page shows it. */
type LatestProject = Pick<ProjectFacts, 'title' | 'location'> & {
  readonly projectId: string
  readonly picture: Picture
}

const latest = ({ id, title, location }: ProjectFacts, pictures: readonly Picture[]): LatestProject[] =>
  pictures.map((picture) => ({ projectId: id, title, location, picture }))

/**
 * The four finished projects on the home page until the owner saves pictures of their own. It asks for these four and not
 * for the list of all, so that the home page weighs the same however many projects there are.
 */
export const latestProjects: readonly LatestProject[] = [
  ...latest(mayfairBasementFacts, mayfairBasementCompletion),
  ...latest(hampsteadBasementFacts, hampsteadBasementCompletion),
  ...latest(farringdonBasementFacts, farringdonBasementCompletion),
  ...latest(traditionalUnderpinningFacts, traditionalUnderpinningCompletion),
]
