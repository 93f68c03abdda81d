import * as v from 'valibot'
// biome-ignore lint/style/noRestrictedImports: vite.config.ts reads this, too, and knows no @contract.
import { projectContentSchema } from '../../supabase/functions/_shared/contract/project.ts'
import type { OwnImage } from './image.ts'
import type { Portfolio, Project, ProjectCard } from './project.ts'

type ToUrl = (file: string) => string

const { title, location, completed, summary, images } = projectContentSchema.entries
const cardSchema = v.object({
  title,
  location,
  completed,
  summary,
  image: images.item,
  before: v.nullable(images.item),
  after: v.nullable(images.item),
})
const rowSchema = v.object({
  id: v.string(),
  built_in: v.boolean(),
  position: v.nullable(v.number()),
  status: v.string(),
  // One that cannot be read must not take the others along.
  content: v.fallback(v.nullable(cardSchema), null),
})

const toImage = ({ files, ...image }: v.InferOutput<typeof images.item>, index: number, toUrl: ToUrl): OwnImage => {
  const urls = files.map(toUrl)
  return {
    ...image,
    id: index + 1,
    src: urls[1] ?? urls[0] ?? '',
    srcSet: urls.map((url, size) => `${url} ${image.widths[size]}w`).join(', '),
    largest: urls.at(-1) ?? '',
  }
}

const inWords = (month: string): string =>
  new Date(month).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Of what `portfolio()` returns, without projects that cannot be read; throws where that is no list. */
export const parsePortfolio = (body: unknown, toUrl: ToUrl): Portfolio => {
  const rows = v.parse(v.array(rowSchema), body)
  return {
    order: rows.filter(({ position }) => position !== null).map(({ id }) => id),
    hidden: rows.filter(({ built_in, status }) => built_in && status === 'hidden').map(({ id }) => id),
    own: rows.flatMap(({ id, built_in, content }): ProjectCard[] => {
      if (built_in || !content) return []
      const { completed: month, image, before, after, ...text } = content
      // It fades only to a picture from the same camera.
      const built = after && before?.files[0] === image.files[0] ? { ...toImage(after, 0, toUrl), alt: '' } : null
      return [{ id, ...text, completionDate: inWords(month), image: toImage(image, 0, toUrl), after: built }]
    }),
  }
}

/** Of what `published_project()` returns; null for none. Throws where that cannot be read. */
export const parseProject = (id: string, body: unknown, toUrl: ToUrl): Project | null => {
  const content = v.parse(v.nullable(projectContentSchema), body)
  if (!content) return null
  const { completed: month, cover, before, after, ...text } = content
  const all = content.images.map((image, index) => toImage(image, index, toUrl))
  const [left, right] = [all[before ?? -1], all[after ?? -1]]
  const first = left && right ? left : all[cover]
  if (!first) throw new Error(`${id} has no picture`)
  return { ...text, id, completionDate: inWords(month), images: all, first, after: left && right ? right : null }
}
