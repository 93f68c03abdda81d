import type { Publication } from '@contract/publication'
import type { Portfolio, Project, ProjectCard } from '@/domain/project'
import { loadModule } from '@/lib/lazy-module'
import type { LatestProject } from './projects/latest'

/** What visitors see that differs from the build. */
export type NewestSite = {
  readonly publication: Publication
  readonly cards: readonly ProjectCard[]
  readonly unreadable: Portfolio['unreadable']
  readonly latest: readonly LatestProject[]
}

let newest: NewestSite | undefined

/** What is newer than the build; undefined while nothing is known to be. */
export const newestSite = (): NewestSite | undefined => newest

const load = () => loadModule(() => import('./ask-newest'))

/** Asks what visitors see now, once for the page's life, and returns whether it is newer than the build. Throws `AppError`, and asks again then. */
export const readNewest = async (): Promise<boolean> => {
  newest = await (await load()).askSite()
  return newest !== undefined
}

/** An own project as it is now, asked for once; null when it is gone. Throws `AppError`, and asks again then. */
export const readProject = async (id: string): Promise<Project | null> => (await load()).askProject(id)
