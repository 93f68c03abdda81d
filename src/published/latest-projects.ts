import latest from 'virtual:latest-projects'
import type { ProjectCard } from '@/domain/project'

/** A project on the home page; a built-in one shows its last image, of the finished house. */
export type LatestProject = Pick<ProjectCard, 'id' | 'title' | 'location' | 'image'>

export const latestProjects: readonly LatestProject[] = latest
