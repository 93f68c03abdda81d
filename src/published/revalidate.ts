import type { Project } from '@/domain/project'
import { loadModule } from '@/lib/lazy-module'
import { idleAfterLoad } from '@/lib/when-to-start'
import type { FreshSite } from './parse-site'

let newest: FreshSite | undefined

/** Returns the public content if newer than the build. */
export const freshSite = (): FreshSite | undefined => newest

const load = () => loadModule(() => import('./fetch-site'))

/** Fetches public content, once until `invalidateSite`. Returns whether it is newer than the build. */
export const revalidateSite = async (): Promise<boolean> => {
  newest = await (await load()).fetchSite()
  return newest !== undefined
}

/** Fetches a custom project, once until `invalidateSite`; null if it is gone. Throws `AppError`. */
export const revalidateProject = async (id: string, built: Project | undefined): Promise<Project | null> =>
  (await load()).fetchProject(id, built)

let isFollowing = false

/** Revalidates after the initial view, once until `invalidateSite`. Calls `onNewer` if something is newer. */
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

/** Makes later calls fetch again. */
export const invalidateSite = (): void => {
  isFollowing = false
  void load()
    .then(({ clearResponses }) => clearResponses())
    .catch(() => {})
}
