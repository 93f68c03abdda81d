import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withPin } from '../content/districts.ts'
import { LATEST_PROJECTS_COUNT } from '../domain/media.ts'
import {
  type AdjacentProject,
  countFirst,
  mergePortfolio,
  type Portfolio,
  type Project,
  type ProjectCard,
} from '../domain/project.ts'
import type { LatestProject } from '../published/latest-projects.ts'

export const readText = (file: string) => readFileSync(file, 'utf8')
const contentFile = (name: string) => fileURLToPath(new URL(`../content/projects/${name}`, import.meta.url))

type Cards = readonly ProjectCard[]

// Same as `src/content/projects/bundled.ts`, which only Vite can load.
const readBundledCards = (read: typeof readText): Cards => {
  const parse = (file: string) => JSON.parse(read(contentFile(file)))
  const ids = readdirSync(contentFile(''), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entry.name : [],
  )
  const cards = ids.map((id) => ({ ...parse(`${id}/card.json`), id }))
  return cards
    .sort((one, other) => one.order - other.order)
    .map(({ order: _, ...card }) => {
      const { first: image, after = null } = parse(`${card.id}/cover.json`)
      return { ...card, image, after }
    })
}

/** Returns all public projects in order. `read` reads a file. */
export const cardsInOrder = (portfolio: Portfolio, read: typeof readText): Cards =>
  mergePortfolio(readBundledCards(read), portfolio).map(withPin)

const toAdjacent = ({ id, title, image }: ProjectCard): AdjacentProject => ({ id, title, image: { ...image, alt: '' } })

const findNeighbours = (cards: Cards, index: number): Cards =>
  [cards[index - 1], cards[index + 1]].filter((card) => card !== undefined)

/** Returns the code of `virtual:projects`. */
export const projectsModule = (cards: Cards, files: BuiltFiles): string => {
  const entries = cards.map(({ id }) => [id, files.ofProjects.get(id)?.hash ?? null])
  const isCustom = ({ id }: ProjectCard) => files.ofProjects.has(id)
  const beside = cards
    .filter((card, index) => isCustom(card) && !findNeighbours(cards, index).every(isCustom))
    .map(toAdjacent)
  return `export default new Map(${JSON.stringify(entries)})\nexport const besideBuiltIn = ${JSON.stringify(beside)}`
}

/** Returns the code of `virtual:project-cards`. */
export const cardsModule = (cards: Cards, files: BuiltFiles): string => {
  const count = countFirst(cards.length)
  const later = files.ofCards && { id: cards[count]?.id, count: cards.length - count, file: files.ofCards.hash }
  return `export const first = ${JSON.stringify(cards.slice(0, count))}\nexport const later = ${JSON.stringify(later)}`
}

type BuiltFile = { readonly name: string; readonly hash: string; readonly text: string }
type BuiltFiles = { readonly ofCards: BuiltFile | undefined; readonly ofProjects: ReadonlyMap<string, BuiltFile> }

const toFile = (kind: 'cards' | 'project', value: unknown): BuiltFile => {
  const text = JSON.stringify(value)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return { name: `${kind}-${hash}`, hash, text }
}

type Published = { readonly projects: readonly Project[]; readonly portfolio: Portfolio }

/** Creates the files for later cards and custom projects. */
export const createBuiltFiles = ({ projects, portfolio }: Published, cards: Cards): BuiltFiles => ({
  ofCards: countFirst(cards.length) < cards.length ? toFile('cards', cards.slice(countFirst(cards.length))) : undefined,
  ofProjects: new Map(
    projects.map((project) => {
      const publishedAt = portfolio.custom.find(({ id }) => id === project.id)?.publishedAt ?? null
      const index = cards.findIndex(({ id }) => id === project.id)
      const adjacent = findNeighbours(cards, index).map(toAdjacent)
      return [project.id, toFile('project', { ...project, publishedAt, adjacent })]
    }),
  ),
})

/** Lists the JSON files that pages fetch. */
export const listFiles = ({ ofCards, ofProjects }: BuiltFiles): readonly BuiltFile[] => [
  ...(ofCards ? [ofCards] : []),
  ...ofProjects.values(),
]

export const selectLatestProjects = (cards: Cards, read: typeof readText): LatestProject[] =>
  cards.slice(0, LATEST_PROJECTS_COUNT).map(({ id, title, location, image }) => ({
    id,
    title,
    location,
    image: image.base === undefined ? image : JSON.parse(read(contentFile(`${id}/last.json`))),
  }))
