import latest from 'virtual:latest-projects'
import type { BuiltInPicture } from '@/domain/image'
import type { ProjectCard } from '@/domain/project'

/** A built-in project as the home page shows it: by its last image, of the finished house. */
export type LatestProject = Pick<ProjectCard, 'id' | 'title' | 'location'> & { readonly image: BuiltInPicture }

/** The home page's projects until the owner saves images: the first four of latest.json that were not hidden before the build. */
export const latestProjects: readonly LatestProject[] = latest
