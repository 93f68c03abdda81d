import { count } from 'virtual:site'
import type { Project } from '@/domain/project'
import { askBackend } from '@/lib/ask-backend'
import { loadModule } from '@/lib/lazy-module'
import type { NewestSite } from './newest'

const answers = new Map<string, Promise<unknown>>()

const askOnce = <Answer>(question: string, read: (answer: unknown) => Promise<Answer>): Promise<Answer> => {
  const asked = (answers.get(question) as Promise<Answer> | undefined) ?? askBackend(question, undefined).then(read)
  answers.set(question, asked)
  asked.catch(() => answers.delete(question))
  return asked
}

// Only something new needs the library that checks it.
const load = () => loadModule(() => import('./parse-newest'))

/** What visitors see; undefined where that is what was built. Asks until there is an answer; throws `AppError` without a usable one. */
export const askSite = (): Promise<NewestSite | undefined> =>
  askOnce(count === null ? 'site' : `site?p_known=${count}`, async (answer) =>
    answer === null ? undefined : (await load()).parseSite(answer),
  )

/** An own project as visitors see it, or null. Asks until there is an answer; throws `AppError` without one. */
export const askProject = (id: string): Promise<Project | null> =>
  askOnce(`published_project?p_id=${id}`, async (answer) => (await load()).parseOwnProject(id, answer))
