import { changed, contents } from 'virtual:site'
import type { Project } from '@/domain/project'
import { callRpc, fetchBackend } from '@/lib/backend'
import { loadModule } from '@/lib/lazy-module'
import type { FreshSite } from './parse-site'

const answers = new Map<string, Promise<unknown>>()

const fetchOnce = <Answer>(question: string, read: (answer: unknown) => Promise<Answer>): Promise<Answer> => {
  const asked = (answers.get(question) as Promise<Answer> | undefined) ?? callRpc(question, undefined).then(read)
  answers.set(question, asked)
  asked.catch(() => answers.delete(question))
  return asked
}

/** Has everything asked again. */
export const clearResponses = (): void => answers.clear()

// Its library is needed only to check something new.
const load = () => loadModule(() => import('./parse-site'))

const LONGEST_VISIT_S = 600

// If it fails, the next visitor's page asks.
const requestRebuild = (): void =>
  void fetchBackend('/functions/v1/rebuild', { body: { page: changed } }).catch(() => {})

/** What visitors see, asked until answered; undefined if it is as built. Throws `AppError` without a usable answer. */
export const fetchSite = (): Promise<FreshSite | undefined> => {
  const known = changed === null ? '' : `?p_known=${contents}&p_changed=${changed}`
  return fetchOnce(`site${known}`, async (answer) => {
    // Null, or without a portfolio: nothing is newer.
    const { ask_in: dueIn, portfolio } = (answer ?? {}) as { ask_in?: unknown; portfolio?: unknown }
    if (typeof dueIn === 'number' && dueIn <= LONGEST_VISIT_S) setTimeout(requestRebuild, dueIn * 1_000)
    return answer !== null && portfolio !== undefined ? (await load()).parseSite(answer) : undefined
  })
}

/** An own project as visitors see it, or null; asked until answered. Throws `AppError` without a usable answer. */
export const fetchProject = (id: string, built: Project | undefined): Promise<Project | null> =>
  fetchOnce(`published_project?p_id=${id}`, async (answer) => (await load()).parseCustomProject(id, answer, built))
