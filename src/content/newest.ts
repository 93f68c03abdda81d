import { count } from 'virtual:site'
import type { Publication } from '@contract/publication'
import type { Project, ProjectCard } from '@/domain/project'
import { loadModule } from '@/lib/lazy-module'
import type { LatestProject } from './projects/latest'

/** What visitors see that differs from the build. */
export type NewestSite = {
  readonly publication: Publication
  readonly cards: readonly ProjectCard[]
  readonly latest: readonly LatestProject[]
}

let newest: NewestSite | undefined
let question: Promise<boolean> | undefined

/** What is newer than the build; undefined while nothing is known to be. */
export const newestSite = (): NewestSite | undefined => newest

const ask = async (): Promise<boolean> => {
  const { askSite } = await loadModule(() => import('./ask-newest'))
  newest = await askSite(count)
  return newest !== undefined
}

/** Asks what visitors see now, once for the page's life, and returns whether it is newer than the build. Throws `AppError`, and asks again then. */
export const readNewest = (): Promise<boolean> => {
  question ??= ask().catch((cause: unknown) => {
    question = undefined
    throw cause
  })
  return question
}

const projects = new Map<string, Promise<Project | null>>()

/** An own project as it is now, asked for once; null when it is gone. Throws `AppError`, and asks again then. */
export const readProject = (id: string): Promise<Project | null> => {
  const asked = projects.get(id) ?? loadModule(() => import('./ask-newest')).then(({ askProject }) => askProject(id))
  projects.set(id, asked)
  asked.catch(() => projects.delete(id))
  return asked
}
