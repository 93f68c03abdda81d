import type { Project } from '@/domain/project'
import { loadModule } from '@/lib/lazy-module'
import { idleAfterLoad } from '@/lib/when-to-start'
import type { FreshSite } from './parse-site'

let newest: FreshSite | undefined

/** What visitors see, if it is known to be newer than the build. */
export const freshSite = (): FreshSite | undefined => newest

const load = () => loadModule(() => import('./fetch-site'))

/** Asks what visitors see now, once until `askAgain`; returns whether it is newer than the build. Throws `AppError`. */
export const revalidateSite = async (): Promise<boolean> => {
  newest = await (await load()).fetchSite()
  return newest !== undefined
}

/** Asks for an own project as it is now, once until `askAgain`; null if it is gone. Throws `AppError`. */
export const revalidateProject = async (id: string, built: Project | undefined): Promise<Project | null> =>
  (await load()).fetchProject(id, built)

let isFollowing = false

/** Asks after the first view, once until `askAgain`, and calls `onNewer` if something is newer. */
export const revalidateAfterLoad = (onNewer: () => void): void => {
  if (isFollowing) return
  isFollowing = true
  void idleAfterLoad()
    .then(revalidateSite)
    .then((isNewer) => (isNewer ? onNewer() : undefined))
    .catch(() => {
      isFollowing = false
    })
}

/** Has everything asked for again, as the admin area may have changed it. */
export const invalidateSite = (): void => {
  isFollowing = false
  void load()
    .then(({ clearResponses }) => clearResponses())
    .catch(() => {})
}
