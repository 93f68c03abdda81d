import * as v from 'valibot'
// biome-ignore lint/style/noRestrictedImports: vite.config.ts reads this, too, and knows no @contract.
import { hasWidths, pictureEntries } from '../../supabase/functions/_shared/contract/picture.ts'
// biome-ignore lint/style/noRestrictedImports: as above.
import { projectContentSchema } from '../../supabase/functions/_shared/contract/project.ts'
import type { OwnImage } from './image.ts'
import { type ToUrl, toOwnPicture } from './own-picture.ts'
import type { Portfolio, Project, ProjectCard } from './project.ts'

const { completed } = projectContentSchema.entries
const text = v.string()

// The database counts characters otherwise, so lengths are those of whoever writes. What cannot be read leaves the rest alone.
const imageSchema = v.fallback(
  v.nullable(
    v.pipe(
      v.object({ ...pictureEntries, alt: text, description: text }),
      v.check((image) => hasWidths(image)),
    ),
  ),
  null,
)
const textsSchema = v.pipe(
  v.array(v.unknown()),
  v.transform((list) => list.filter((one) => typeof one === 'string')),
)
const words = { title: text, location: text, completed, summary: text }
const cardSchema = v.object({ ...words, image: imageSchema, before: imageSchema, after: imageSchema })
const contentSchema = v.object({
  ...words,
  description: textsSchema,
  services: textsSchema,
  images: v.array(imageSchema),
  cover: v.number(),
  before: v.nullable(v.number()),
  after: v.nullable(v.number()),
})
const rowSchema = v.object({
  id: v.string(),
  built_in: v.boolean(),
  position: v.nullable(v.number()),
  status: v.string(),
  published_at: v.fallback(v.nullable(v.string()), null),
  // One that cannot be read must not take the others along.
  content: v.fallback(v.nullable(cardSchema), null),
})

type Image = NonNullable<v.InferOutput<typeof imageSchema>>

const toImage = (image: Image, index: number, toUrl: ToUrl): OwnImage => ({
  ...toOwnPicture(image, toUrl),
  id: index + 1,
  description: image.description,
})

// Without a caption it says what it shows, once: where everybody reads it.
const captioned = (image: OwnImage): OwnImage =>
  image.description ? image : { ...image, alt: '', description: image.alt }

const inWords = (month: string): string =>
  new Date(month).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Of what `portfolio()` returns; throws where that is no list. */
export const parsePortfolio = (body: unknown, toUrl: ToUrl): Portfolio => {
  const rows = v.parse(v.array(rowSchema), body)
  return {
    order: rows.filter(({ position }) => position !== null).map(({ id }) => id),
    hidden: rows.filter(({ built_in, status }) => built_in && status === 'hidden').map(({ id }) => id),
    unreadable: rows.flatMap(({ id, built_in, content }) => (built_in || content?.image ? [] : [id])),
    own: rows.flatMap(({ id, built_in, published_at: publishedAt, content }): ProjectCard[] => {
      if (built_in || !content?.image) return []
      const { completed: month, image, before, after, ...text } = content
      // It fades only to a picture from the same camera.
      const built = after && before?.files[0] === image.files[0] ? { ...toOwnPicture(after, toUrl), alt: '' } : null
      return [
        { id, publishedAt, ...text, completionDate: inWords(month), image: toOwnPicture(image, toUrl), after: built },
      ]
    }),
  }
}

/** Of what `published_project()` returns; null for none, and for what shows no picture. */
export const parseProject = (id: string, body: unknown, toUrl: ToUrl): Project | null => {
  const { success, output: content } = v.safeParse(contentSchema, body)
  if (!success) return null
  const { completed: month, cover, before, after, ...text } = content
  const all = content.images.map((image, index) => image && toImage(image, index, toUrl))
  const shown = all.filter((image) => image !== null)
  const [left, right] = [all[before ?? -1], all[after ?? -1]]
  const first = (left && right ? left : all[cover]) ?? shown[0]
  if (!first) return null
  return {
    ...text,
    id,
    completionDate: inWords(month),
    images: shown.map(captioned),
    first,
    after: (left && right) ?? null,
  }
}
