import { changed, contents } from 'virtual:site'
import type { Project } from '@/domain/project'
import { askBackend, fetchBackend } from '@/lib/ask-backend'
import { loadModule } from '@/lib/lazy-module'
import type { NewestSite } from './parse-newest'

const answers = new Map<string, Promise<unknown>>()

const askOnce = <Answer>(question: string, read: (answer: unknown) => Promise<Answer>): Promise<Answer> => {
  const asked = (answers.get(question) as Promise<Answer> | undefined) ?? askBackend(question, undefined).then(read)
  answers.set(question, asked)
  asked.catch(() => answers.delete(question))
  return asked
}

/** Has everything asked again. */
export const forgetAnswers = (): void => answers.clear()

// Its library is needed only to check something new.
const load = () => loadModule(() => import('./parse-newest'))

const LONGEST_VISIT_S = 600

// If it fails, the next visitor's page asks.
const orderBuild = (): void => void fetchBackend('/functions/v1/rebuild', { body: { page: changed } }).catch(() => {})

/** What visitors see, asked until answered; undefined if it is as built. Throws `AppError` without a usable answer. */
export const askSite = (): Promise<NewestSite | undefined> => {
  const known = changed === null ? '' : `?p_known=${contents}&p_changed=${changed}`
  return askOnce(`site${known}`, async (answer) => {
    // Null, or without a portfolio: nothing is newer.
    const { ask_in: dueIn, portfolio } = (answer ?? {}) as { ask_in?: unknown; portfolio?: unknown }
    if (typeof dueIn === 'number' && dueIn <= LONGEST_VISIT_S) setTimeout(orderBuild, dueIn * 1_000)
    return answer !== null && portfolio !== undefined ? (await load()).parseSite(answer) : undefined
  })
}

/** An own project as visitors see it, or null; asked until answered. Throws `AppError` without a usable answer. */
export const askProject = (id: string, built: Project | undefined): Promise<Project | null> =>
  askOnce(`published_project?p_id=${id}`, async (answer) => (await load()).parseOwnProject(id, answer, built))
