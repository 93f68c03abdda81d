import portfolio, { contents } from 'virtual:portfolio'
import type { BuiltInImage, BuiltInPicture } from '@/domain/image'
import { mergePortfolio, type Project, type ProjectCard, type ProjectText } from '@/domain/project'
import { loadModule } from '@/lib/lazy-module'

// There `after` is a name, which `npm run images` turns into an image of cover.json.
type CardText = Omit<ProjectCard, 'id' | 'image' | 'after'> & { readonly order: number }

// One folder per project, found automatically; what only a project's own page shows is fetched with that page.
const cards = import.meta.glob<CardText>('./*/card.json', { eager: true, import: 'default' })
const covers = import.meta.glob<BuiltInPicture>('./*/cover.json', { eager: true, import: 'first' })
const afters = import.meta.glob<BuiltInPicture | null>('./*/cover.json', { eager: true, import: 'after' })
const texts = import.meta.glob<ProjectText>('./*/project.json', { import: 'default' })
const images = import.meta.glob<readonly BuiltInImage[]>('./*/images.json', { import: 'default' })

const readCard = ([file, card]: [string, CardText]) => {
  const id = file.split('/')[1] ?? ''
  const cover = `./${id}/cover.json`
  const image = covers[cover]
  if (!image) throw new Error(`${id} has no images yet: run \`npm run images\``)
  return { id, ...card, image, after: afters[cover] ?? null }
}

/** Those of the code, in its order, hidden ones included. */
export const builtInCards = Object.entries(cards)
  .map(readCard)
  .sort((a, b) => a.order - b.order)

/** What visitors see, as of the build. */
export const projectCards: readonly ProjectCard[] = mergePortfolio(builtInCards, portfolio)

/** What is known to be newer is kept here. */
export const known = { stamp: portfolio.stamp, cards: projectCards }

/** Returns a project, or null when visitors may see none of that id. Throws `AppError` when it cannot be fetched. */
export const loadProject = async (id: string, signal?: AbortSignal): Promise<Project | null> => {
  const [loadText, loadImages] = [texts[`./${id}/project.json`], images[`./${id}/images.json`]]
  if (!loadText || !loadImages) {
    const loadOwn = contents.get(id)
    if (loadOwn) return (await loadModule(loadOwn)).default
    const { askProject } = await loadModule(() => import('./ask-project'))
    return askProject(id, signal)
  }
  const card = projectCards.find((candidate) => candidate.id === id)
  if (!card) return null
  const [text, ownImages] = await loadModule(() => Promise.all([loadText(), loadImages()]))
  const [first] = ownImages
  if (!first) throw new Error(`${id} has no images`)
  const after = ownImages.find(({ base }) => base === card.after?.base) ?? null
  return { ...card, ...text, first, after, images: ownImages }
}
