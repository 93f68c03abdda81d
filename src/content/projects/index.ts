import type { SiteImage } from '@/domain/image'
import type { Project, ProjectCard, ProjectText } from '@/domain/project'
import { loadModule } from '@/lib/lazy-module'

// There `after` is a name, which `npm run images` turns into an image of cover.json.
type CardText = Omit<ProjectCard, 'id' | 'image' | 'after'>

// One folder per project, found automatically; what only a project's own page shows is fetched with that page.
const cards = import.meta.glob<CardText>('./*/card.json', { eager: true, import: 'default' })
const covers = import.meta.glob<SiteImage>('./*/cover.json', { eager: true, import: 'first' })
const afters = import.meta.glob<SiteImage | null>('./*/cover.json', { eager: true, import: 'after' })
const texts = import.meta.glob<ProjectText>('./*/project.json', { import: 'default' })
const images = import.meta.glob<readonly SiteImage[]>('./*/images.json', { import: 'default' })

const readCard = ([file, card]: [string, CardText]): ProjectCard => {
  const id = file.split('/')[1] ?? ''
  const cover = `./${id}/cover.json`
  const image = covers[cover]
  if (!image) throw new Error(`${id} has no images yet: run \`npm run images\``)
  return { id, ...card, image, after: afters[cover] ?? null }
}

export const projectCards: readonly ProjectCard[] = Object.entries(cards)
  .map(readCard)
  .sort((a, b) => a.order - b.order)

/** Returns a project, or null when none has that id. Throws `AppError` when it cannot be fetched. */
export const loadProject = async (id: string): Promise<Project | null> => {
  const card = projectCards.find((candidate) => candidate.id === id)
  const [loadText, loadImages] = [texts[`./${id}/project.json`], images[`./${id}/images.json`]]
  if (!card || !loadText || !loadImages) return null
  const [text, ownImages] = await loadModule(() => Promise.all([loadText(), loadImages()]))
  return { ...card, ...text, images: ownImages }
}
