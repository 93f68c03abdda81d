import type { BundledImage } from '@/domain/image'
import type { ProjectCard } from '@/domain/project'

// `after` is a name, which `npm run images` turns into the image in cover.json.
type CardText = Omit<ProjectCard, 'id' | 'image' | 'after'> & { readonly order: number }

const cards = import.meta.glob<CardText>('./*/card.json', { eager: true, import: 'default' })
const covers = import.meta.glob<BundledImage>('./*/cover.json', { eager: true, import: 'first' })
const afters = import.meta.glob<BundledImage | null>('./*/cover.json', { eager: true, import: 'after' })

/** All bundled projects in order, including hidden ones. */
export const bundledCards = Object.entries(cards)
  .map(([file, card]) => {
    const id = file.split('/')[1] ?? ''
    const cover = `./${id}/cover.json`
    const image = covers[cover]
    if (!image) throw new Error(`${id} has no images yet: run \`npm run images\``)
    return { id, ...card, image, after: afters[cover] ?? null }
  })
  .sort((a, b) => a.order - b.order)
