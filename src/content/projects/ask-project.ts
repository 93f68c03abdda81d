import type { Project } from '@/domain/project'
import { askBackend } from '@/lib/ask-backend'
import { AppError } from '@/lib/errors'
import { siteMediaUrl } from '@/lib/site-media'

const isId = (id: string) => id.length <= 80 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)

const ask = async (id: string, signal: AbortSignal | undefined): Promise<Project | null> => {
  try {
    const answer = await askBackend(`published_project?p_id=${id}`, signal)
    if (answer === null) return null
    const { parseProject } = await import('@/domain/own-project')
    return parseProject(id, answer, siteMediaUrl)
  } catch (cause) {
    throw new AppError('offline', { cause })
  }
}

const prefetched = new Map<string, Promise<Project | null>>()

/** A project published since the build, or null. Without a signal it is prefetched, for whoever asks next. */
export const askProject = (id: string, signal: AbortSignal | undefined): Promise<Project | null> => {
  if (!isId(id)) return Promise.resolve(null)
  const answer = prefetched.get(id) ?? ask(id, signal)
  if (signal) return answer
  prefetched.set(id, answer)
  // What failed or was not there is asked for again.
  const forget = () => void prefetched.delete(id)
  answer.then((project) => project ?? forget(), forget)
  return answer
}
