import latest from 'virtual:latest-projects'
import type { SitePicture } from '@/domain/image'
import type { ProjectCard } from '@/domain/project'

/** A project on the home page; a built-in one shows its last image, of the finished house. */
export type LatestProject = Pick<ProjectCard, 'id' | 'title' | 'location'> & { readonly image: SitePicture }

export const latestProjects: readonly LatestProject[] = latest
