import projects, { besideBuiltIn } from 'virtual:projects'
import type { BundledImage, Captioned } from '@/domain/image'
import type { AdjacentProject, Project, ProjectCard, ProjectText } from '@/domain/project'
import { AppError, isAppError } from '@/lib/errors'
import { loadModule } from '@/lib/lazy-module'
import { fetchBuiltFile } from './built-file'
import { freshSite, revalidateProject, revalidateSite } from './revalidate'

const texts = import.meta.glob<ProjectText>('/src/content/projects/*/project.json', { import: 'default' })
const images = import.meta.glob<readonly Captioned<BundledImage>[]>('/src/content/projects/*/images.json', {
  import: 'default',
})

const isId = (id: string) => id.length <= 80 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)

const findCard = (id: string): Pick<ProjectCard, 'publishedAt'> | undefined => {
  const newest = freshSite()
  if (newest) return newest.cards.find((card) => card.id === id)
  return projects.has(id) ? {} : undefined
}

type AdjacentProjects = { readonly previous?: AdjacentProject | undefined; readonly next?: AdjacentProject | undefined }

/** Returns a project's neighbours in the owner's order. */
export const getAdjacentProjects = ({ id, adjacent = [] }: Project): AdjacentProjects => {
  const newest = freshSite()?.cards
  const ids = newest?.map((card) => card.id) ?? [...projects.keys()]
  const getNeighbour = (step: number) =>
    ids.includes(id) ? (newest ?? adjacent).find((card) => card.id === ids[ids.indexOf(id) + step]) : undefined
  return { previous: getNeighbour(-1), next: getNeighbour(1) }
}

const loadBundled = async (id: string): Promise<Project | undefined> => {
  const folder = `/src/content/projects/${id}`
  const loadText = texts[`${folder}/project.json`]
  const loadImages = images[`${folder}/images.json`]
  if (!loadText || !loadImages) return undefined
  const [{ bundledCards }, text, stages] = await loadModule(() =>
    Promise.all([import('@/content/projects/bundled'), loadText(), loadImages()]),
  )
  const card = bundledCards.find((one) => one.id === id)
  if (!card) return undefined
  const [first] = stages
  if (!first) throw new Error(`${id} has no images`)
  const after = stages.find(({ base }) => base === card.after?.base) ?? null
  return { ...card, ...text, first, after, images: stages, adjacent: [...bundledCards, ...besideBuiltIn] }
}

const fail = (cause: unknown): never => {
  throw isAppError(cause, 'outdated', 'blocked') ? cause : new AppError('unexpected', { cause })
}

/**
 * Loads a project, or null if none is public. Throws `AppError`: `unexpected` if unknown, `offline`, `outdated`,
 * `blocked`.
 */
export const loadProject = async (id: string): Promise<Project | null> => {
  if (!isId(id)) return null
  // It may have been published since the build.
  if (!findCard(id)) await revalidateSite().catch(fail)
  const known = findCard(id)
  if (!known) return freshSite()?.unreadable.includes(id) ? fail(undefined) : null
  const bundled = await loadBundled(id)
  if (bundled) return bundled
  const file = projects.get(id)
  const loadBuilt = async () => (file ? ((await fetchBuiltFile(`project-${file}`)) as Project) : undefined)
  if (!freshSite()) return (await loadBuilt()) ?? null
  const built = await loadBuilt().catch(() => undefined)
  if (built && built.publishedAt === known.publishedAt) return built
  return revalidateProject(id, built).catch(async (cause: unknown) => (await loadBuilt()) ?? fail(cause))
}
