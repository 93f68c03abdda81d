import { hidden, own } from 'virtual:own-projects'
import type { BuiltInImage } from '@/domain/image'
import type { Project, ProjectCard, ProjectText } from '@/domain/project'
import { AppError, isAppError } from '@/lib/errors'
import { loadModule } from '@/lib/lazy-module'
import { newestSite, readNewest, readProject } from '../newest'
import { builtInCards } from './built-in'

const texts = import.meta.glob<ProjectText>('./*/project.json', { import: 'default' })
const images = import.meta.glob<readonly BuiltInImage[]>('./*/images.json', { import: 'default' })

const isId = (id: string) => id.length <= 80 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)

const builtInOf = (id: string) => builtInCards.find((card) => card.id === id)

type Known = Pick<ProjectCard, 'publishedAt'>

/** What is known of a project that visitors may see. */
const find = (id: string): Known | undefined => {
  const newest = newestSite()
  if (newest) return newest.cards.find((card) => card.id === id)
  return hidden.includes(id) ? undefined : (builtInOf(id) ?? own.get(id))
}

const loadBuiltIn = async (id: string): Promise<Project | undefined> => {
  const card = builtInOf(id)
  const [loadText, loadImages] = [texts[`./${id}/project.json`], images[`./${id}/images.json`]]
  if (!card || !loadText || !loadImages) return undefined
  const [text, ownImages] = await loadModule(() => Promise.all([loadText(), loadImages()]))
  const [first] = ownImages
  if (!first) throw new Error(`${id} has no images`)
  const after = ownImages.find(({ base }) => base === card.after?.base) ?? null
  return { ...card, ...text, first, after, images: ownImages }
}

const fail = (cause: unknown): never => {
  throw isAppError(cause, 'outdated') ? cause : new AppError('unexpected', { cause })
}

/**
 * Returns a project, or null when visitors may see none of that id. Throws `AppError`: `unexpected` when the build has
 * none and nobody could be asked, or the answer not read, `offline` or `outdated` when its file cannot be fetched.
 */
export const loadProject = async (id: string): Promise<Project | null> => {
  if (!isId(id)) return null
  // Published since the build, perhaps.
  if (!find(id)) await readNewest().catch(fail)
  const known = find(id)
  if (!known) return newestSite()?.unreadable.includes(id) ? fail(undefined) : null
  const builtIn = await loadBuiltIn(id)
  if (builtIn) return builtIn
  const built = own.get(id)
  const readBuilt = async () => built && (await loadModule(built.load)).default
  return (
    (built?.publishedAt === known.publishedAt && (await readBuilt())) ||
    readProject(id, await readBuilt().catch(() => undefined)).catch(
      async (cause: unknown) => (await readBuilt()) ?? fail(cause),
    )
  )
}
