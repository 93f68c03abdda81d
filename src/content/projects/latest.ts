import type { Picture } from '@/domain/picture'
import {
  farringdonBasementCompletion,
  hampsteadBasementCompletion,
  mayfairBasementCompletion,
  traditionalUnderpinningCompletion,
} from '../pictures/project-completions'

/** A finished project as the home page shows it. */
interface LatestProject {
  readonly projectId: string
  readonly picture: Picture
}

/** The four finished projects on the home page until the owner saves pictures of their own. */
export const latestProjects: readonly LatestProject[] = [
  ...mayfairBasementCompletion.map((picture) => ({ projectId: 'mayfair-basement', picture })),
  ...hampsteadBasementCompletion.map((picture) => ({ projectId: 'hampstead-basement', picture })),
  ...farringdonBasementCompletion.map((picture) => ({ projectId: 'farringdon-basement', picture })),
  ...traditionalUnderpinningCompletion.map((picture) => ({ projectId: 'traditional-underpinning', picture })),
]
