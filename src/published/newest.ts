import type { Project } from '@/domain/project'
import { loadModule } from '@/lib/lazy-module'
import { idleAfterLoad } from '@/lib/when-to-start'
import type { NewestSite } from './parse-newest'

let newest: NewestSite | undefined

/** What visitors see, if it is known to be newer than the build. */
export const newestSite = (): NewestSite | undefined => newest

const load = () => loadModule(() => import('./ask-newest'))

/** Asks what visitors see now, once until `askAgain`; returns whether it is newer than the build. Throws `AppError`. */
export const readNewest = async (): Promise<boolean> => {
  newest = await (await load()).askSite()
  return newest !== undefined
}

/** Asks for an own project as it is now, once until `askAgain`; null if it is gone. Throws `AppError`. */
export const readProject = async (id: string, built: Project | undefined): Promise<Project | null> =>
  (await load()).askProject(id, built)

let isFollowing = false

/** Asks after the first view, once until `askAgain`, and calls `onNewer` if something is newer. */
export const followNewest = (onNewer: () => void): void => {
  if (isFollowing) return
  isFollowing = true
  void idleAfterLoad()
    .then(readNewest)
    .then((isNewer) => (isNewer ? onNewer() : undefined))
    .catch(() => {
      isFollowing = false
    })
}

/** Has everything asked for again, as the admin area may have changed it. */
export const askAgain = (): void => {
  isFollowing = false
  void load()
    .then(({ forgetAnswers }) => forgetAnswers())
    .catch(() => {})
}
