import { contents } from 'virtual:portfolio'
import type { BuiltInImage } from '@/domain/image'
import type { Project, ProjectCard, ProjectText } from '@/domain/project'
import { AppError, isAppError } from '@/lib/errors'
import { loadModule } from '@/lib/lazy-module'
import { newestSite, readNewest, readProject } from '../newest'
import { projectCards } from '.'

const texts = import.meta.glob<ProjectText>('./*/project.json', { import: 'default' })
const images = import.meta.glob<readonly BuiltInImage[]>('./*/images.json', { import: 'default' })

const isId = (id: string) => id.length <= 80 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)

const cardOf = (id: string) => (newestSite()?.cards ?? projectCards).find((card) => card.id === id)

const loadBuiltIn = async (id: string, card: ProjectCard): Promise<Project | undefined> => {
  const [loadText, loadImages] = [texts[`./${id}/project.json`], images[`./${id}/images.json`]]
  if (!loadText || !loadImages) return undefined
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
  if (!cardOf(id)) await readNewest().catch(fail)
  const card = cardOf(id)
  if (!card) return newestSite()?.unreadable.includes(id) ? fail(undefined) : null
  const builtIn = await loadBuiltIn(id, card)
  if (builtIn) return builtIn
  const loadBuilt = contents.get(id)
  const readBuilt = async () => loadBuilt && (await loadModule(loadBuilt)).default
  const isBuilt = projectCards.some((built) => built.id === id && built.publishedAt === card.publishedAt)
  return (
    (isBuilt && (await readBuilt())) ||
    readProject(id).catch(async (cause: unknown) => (await readBuilt()) ?? fail(cause))
  )
}
