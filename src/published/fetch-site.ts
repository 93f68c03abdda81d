import { changed, contents } from 'virtual:site'
import type { Project } from '@/domain/project'
import { callRpc, fetchBackend } from '@/lib/backend'
import { loadModule } from '@/lib/lazy-module'
import type { FreshSite } from './parse-site'

const answers = new Map<string, Promise<unknown>>()

const fetchOnce = <Answer>(call: string, read: (answer: unknown) => Promise<Answer>): Promise<Answer> => {
  const response = (answers.get(call) as Promise<Answer> | undefined) ?? callRpc(call, undefined).then(read)
  answers.set(call, response)
  response.catch(() => answers.delete(call))
  return response
}

/** Makes later calls fetch again. */
export const clearResponses = (): void => answers.clear()

// Only new data needs its library.
const load = () => loadModule(() => import('./parse-site'))

const LONGEST_VISIT_S = 600

/** Requests a rebuild if one is due. The next visitor's page retries a failed request. */
export const requestDueRebuild = (): void =>
  void fetchBackend('/functions/v1/rebuild', { body: { page: changed } }).catch(() => {})

/** Fetches public content, once unless it fails; undefined if nothing is newer. Throws without a usable response. */
export const fetchSite = (): Promise<FreshSite | undefined> => {
  const known = changed === null ? '' : `?p_known=${contents}&p_changed=${changed}`
  return fetchOnce(`site${known}`, async (answer) => {
    const { ask_in: dueIn, portfolio } = (answer ?? {}) as { ask_in?: unknown; portfolio?: unknown }
    if (typeof dueIn === 'number' && dueIn <= LONGEST_VISIT_S) setTimeout(requestDueRebuild, dueIn * 1_000)
    return answer !== null && portfolio !== undefined ? (await load()).parseSite(answer) : undefined
  })
}

/** Fetches a custom project, once unless it fails; null if it isn't public. Throws `AppError`. */
export const fetchProject = (id: string, built: Project | undefined): Promise<Project | null> =>
  fetchOnce(`published_project?p_id=${id}`, async (answer) => (await load()).parseCustomProject(id, answer, built))
