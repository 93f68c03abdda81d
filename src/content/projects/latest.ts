import latest from 'virtual:latest-projects'
import type { BuiltInPicture } from '@/domain/image'
import { LATEST_PROJECTS_COUNT } from '@/domain/media'
import type { ProjectCard } from '@/domain/project'

/** A built-in project as the home page shows it: by its last image, of the finished house. */
export type LatestProject = Pick<ProjectCard, 'id' | 'title' | 'location'> & { readonly image: BuiltInPicture }

/** What the home page can show: those of latest.json that were not hidden before the build. */
export const latestChoices: readonly LatestProject[] = latest

/** What it shows until the owner saves images. */
export const latestProjects = latest.slice(0, LATEST_PROJECTS_COUNT)
