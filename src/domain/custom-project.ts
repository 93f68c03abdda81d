import * as v from 'valibot'
// biome-ignore lint/style/noRestrictedImports: vite.config.ts imports this, too, and can't resolve @contract.
import { hasMatchingWidths, pictureEntries } from '../../supabase/functions/_shared/contract/picture.ts'
// biome-ignore lint/style/noRestrictedImports: as above.
import { PROJECT_FACTS, projectContentSchema } from '../../supabase/functions/_shared/contract/project.ts'
import type { Captioned, UploadedImage } from './image.ts'
import type { Portfolio, Project, ProjectCard } from './project.ts'
import { type ToUrl, toUploadedImage } from './uploaded-image.ts'

const { completed } = projectContentSchema.entries
const text = v.string()

// Lengths are unchecked, because the database counts characters differently. Unreadable parts must not hide the rest.
const imageSchema = v.fallback(
  v.nullable(
    v.pipe(
      v.object({ ...pictureEntries, alt: text, description: text }),
      v.check((image) => hasMatchingWidths(image)),
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
  facts: v.fallback(v.object(v.entriesFromList(PROJECT_FACTS, v.fallback(v.optional(text), undefined))), {}),
})
const rowSchema = v.object({
  id: v.string(),
  built_in: v.boolean(),
  position: v.nullable(v.number()),
  status: v.string(),
  published_at: v.fallback(v.nullable(v.string()), null),
  content: v.fallback(v.nullable(cardSchema), null),
})

type Image = NonNullable<v.InferOutput<typeof imageSchema>>

const toImage = (image: Image, index: number, toUrl: ToUrl): Captioned<UploadedImage> => ({
  ...toUploadedImage(image, toUrl),
  id: index + 1,
  description: image.description,
})

// Makes alt text the missing caption, so that it is read once.
const withCaption = (image: Captioned<UploadedImage>): Captioned<UploadedImage> =>
  image.description ? image : { ...image, alt: '', description: image.alt }

const formatMonth = (month: string): string =>
  new Date(month).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Throws if the response of `portfolio()` isn't a list. */
export const parsePortfolio = (body: unknown, toUrl: ToUrl): Portfolio => {
  const rows = v.parse(v.array(rowSchema), body)
  return {
    order: rows.filter(({ position }) => position !== null).map(({ id }) => id),
    hidden: rows.filter(({ built_in, status }) => built_in && status === 'hidden').map(({ id }) => id),
    unreadable: rows.flatMap(({ id, built_in, content }) => (built_in || content?.image ? [] : [id])),
    custom: rows.flatMap(({ id, built_in, published_at: publishedAt, content }): ProjectCard[] => {
      if (built_in || !content?.image) return []
      const { completed: month, image, before, after, ...texts } = content
      // Only a picture from the cover's camera may stand beside it.
      const built = after && before?.files[0] === image.files[0] ? toUploadedImage(after, toUrl) : null
      return [
        {
          id,
          publishedAt,
          ...texts,
          completionDate: formatMonth(month),
          image: toUploadedImage(image, toUrl),
          after: built,
        },
      ]
    }),
  }
}

/** Parses the response of `published_project()`. Returns null without a project or an image. */
export const parseProject = (id: string, body: unknown, toUrl: ToUrl): Project | null => {
  const { success, output: content } = v.safeParse(contentSchema, body)
  if (!success) return null
  const { completed: month, cover, before, after, ...texts } = content
  const all = content.images.map((image, index) => image && toImage(image, index, toUrl))
  const shown = all.filter((image) => image !== null)
  const beforeImage = all[before ?? -1]
  const afterImage = all[after ?? -1]
  const first = (beforeImage && afterImage ? beforeImage : all[cover]) ?? shown[0]
  if (!first) return null
  return {
    ...texts,
    id,
    completionDate: formatMonth(month),
    images: shown.map(withCaption),
    first,
    after: (beforeImage && afterImage) ?? null,
  }
}
