import projects, { besideBuiltIn } from 'virtual:projects'
import type { BuiltInImage } from '@/domain/image'
import type { AdjacentProject, Project, ProjectCard, ProjectText } from '@/domain/project'
import { AppError, isAppError } from '@/lib/errors'
import { loadModule } from '@/lib/lazy-module'
import { readBuilt } from './built-file'
import { newestSite, readNewest, readProject } from './newest'

const texts = import.meta.glob<ProjectText>('/src/content/projects/*/project.json', { import: 'default' })
const images = import.meta.glob<readonly BuiltInImage[]>('/src/content/projects/*/images.json', { import: 'default' })

const isId = (id: string) => id.length <= 80 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)

const find = (id: string): Pick<ProjectCard, 'publishedAt'> | undefined => {
  const newest = newestSite()
  if (newest) return newest.cards.find((card) => card.id === id)
  return projects.has(id) ? {} : undefined
}

type AdjacentProjects = { readonly previous?: AdjacentProject | undefined; readonly next?: AdjacentProject | undefined }

/** The projects beside one in the owner's order; none before the first and after the last. */
export const adjacentOf = ({ id, adjacent = [] }: Project): AdjacentProjects => {
  const newest = newestSite()?.cards
  const ids = newest?.map((card) => card.id) ?? [...projects.keys()]
  const beside = (step: number) =>
    ids.includes(id) ? (newest ?? adjacent).find((card) => card.id === ids[ids.indexOf(id) + step]) : undefined
  return { previous: beside(-1), next: beside(1) }
}

const loadBuiltIn = async (id: string): Promise<Project | undefined> => {
  const folder = `/src/content/projects/${id}`
  const loadText = texts[`${folder}/project.json`]
  const loadImages = images[`${folder}/images.json`]
  if (!loadText || !loadImages) return undefined
  const [{ builtInCards }, text, stages] = await loadModule(() =>
    Promise.all([import('@/content/projects/built-in'), loadText(), loadImages()]),
  )
  const card = builtInCards.find((one) => one.id === id)
  if (!card) return undefined
  const [first] = stages
  if (!first) throw new Error(`${id} has no images`)
  const after = stages.find(({ base }) => base === card.after?.base) ?? null
  return { ...card, ...text, first, after, images: stages, adjacent: [...builtInCards, ...besideBuiltIn] }
}

const fail = (cause: unknown): never => {
  throw isAppError(cause, 'outdated', 'blocked') ? cause : new AppError('unexpected', { cause })
}

/** A project, or null if visitors may see none. Throws `AppError`: `unexpected` if unknown, `offline`, `outdated`, `blocked`. */
export const loadProject = async (id: string): Promise<Project | null> => {
  if (!isId(id)) return null
  // It may have been published since the build.
  if (!find(id)) await readNewest().catch(fail)
  const known = find(id)
  if (!known) return newestSite()?.unreadable.includes(id) ? fail(undefined) : null
  const builtIn = await loadBuiltIn(id)
  if (builtIn) return builtIn
  const file = projects.get(id)
  const loadBuilt = async () => (file ? ((await readBuilt(`project-${file}`)) as Project) : undefined)
  if (!newestSite()) return (await loadBuilt()) ?? null
  const built = await loadBuilt().catch(() => undefined)
  if (built && built.publishedAt === known.publishedAt) return built
  return readProject(id, built).catch(async (cause: unknown) => (await loadBuilt()) ?? fail(cause))
}
