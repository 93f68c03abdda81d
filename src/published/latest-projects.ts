import latest from 'virtual:latest-projects'
import type { ProjectCard } from '@/domain/project'

/** Home page project. Bundled ones show their last image. */
export type LatestProject = Pick<ProjectCard, 'id' | 'title' | 'location' | 'image'>

export const latestProjects: readonly LatestProject[] = latest
