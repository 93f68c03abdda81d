import type { Project } from '@/domain/project'
import { loadModule } from '@/lib/lazy-module'
import { idleAfterLoad } from '@/lib/when-to-start'
import type { NewestSite } from './parse-newest'

let newest: NewestSite | undefined

/** What is newer than the build; undefined while nothing is known to be. */
export const newestSite = (): NewestSite | undefined => newest

const load = () => loadModule(() => import('./ask-newest'))

/** Asks what visitors see now, once until `askAgain`, and returns whether it is newer than the build. Throws `AppError`, and asks again then. */
export const readNewest = async (): Promise<boolean> => {
  newest = await (await load()).askSite()
  return newest !== undefined
}

/** An own project as it is now, `built` as the build has it, asked for once until `askAgain`; null when it is gone. Throws `AppError`, and asks again then. */
export const readProject = async (id: string, built: Project | undefined): Promise<Project | null> =>
  (await load()).askProject(id, built)

let _following: Promise<void> | undefined

/** Asks after the first view, once until `askAgain`, and calls `onNewer` when there is something newer. */
export const followNewest = (onNewer: () => Promise<void>): void => {
  _following ??= idleAfterLoad()
    .then(readNewest)
    .then((isNewer) => (isNewer ? onNewer() : undefined))
    .catch(() => {
      _following = undefined
    })
}

/** Has everything asked for again, which may have been changed in the admin area. */
export const askAgain = (): void => {
  _following = undefined
  void load()
    .then(({ forgetAnswers }) => forgetAnswers())
    .catch(() => {})
}
