import latest from 'virtual:latest-projects'
import type { SitePicture } from '@/domain/image'
import type { ProjectCard } from '@/domain/project'

/** A project as the home page shows it; a built-in one by its last image, of the finished house. */
export type LatestProject = Pick<ProjectCard, 'id' | 'title' | 'location'> & { readonly image: SitePicture }

/** The first of the portfolio, as many as the home page shows, as of the build. */
export const latestProjects: readonly LatestProject[] = latest
