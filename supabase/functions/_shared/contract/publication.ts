import * as v from 'valibot'
import { hasMatchingWidths, pictureEntries } from './picture.ts'
import { cleaned } from './text.ts'

/** The public bucket of Storage with what is published. */
export const SITE_MEDIA_BUCKET = 'site-media'

/** Most items of the hero and of 'Our Latest Projects', and the greatest length of `alt` in UTF-16 units. */
export const PUBLICATION_LIMITS = { hero: 20, latest: 4, alt: 200 } as const

const video = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}\.(mp4|webm|ogv)$/))

const itemSchema = (alt: v.GenericSchema<string>) => {
  const place = {
    place: v.picklist(['hero', 'latest']),
    position: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(PUBLICATION_LIMITS.hero - 1)),
    alt,
  }
  return v.variant('kind', [
    v.pipe(
      v.object({ kind: v.literal('image'), ...place, ...pictureEntries }),
      v.check((image) => hasMatchingWidths(image)),
    ),
    v.pipe(
      v.object({ kind: v.literal('video'), ...place, ...pictureEntries, video }),
      v.check((image) => hasMatchingWidths(image)),
    ),
    v.object({
      kind: v.literal('built-in'),
      ...place,
      built_in: v.pipe(v.string(), v.maxLength(200), v.regex(/^\/pictures\/[a-z0-9/-]+$/)),
    }),
  ])
}

/** A picture or video that visitors are to see. Below one of the latest projects, `alt` is its caption. */
export const publicationItemSchema = itemSchema(
  v.pipe(v.string(), cleaned(PUBLICATION_LIMITS.alt), v.maxLength(PUBLICATION_LIMITS.alt)),
)
export type PublicationItem = v.InferOutput<typeof publicationItemSchema>

// The database counts characters otherwise. What cannot be read leaves the others alone.
const readableItem = v.fallback(v.nullable(itemSchema(v.string())), null)

/** Items as the database has them, without those that cannot be read. */
export const publishedItemsSchema = v.pipe(
  v.array(readableItem),
  v.transform((items) => items.filter((item) => item !== null)),
)

/** The newest publication; null before the first. */
export const publicationSchema = v.nullable(v.object({ id: v.number(), items: publishedItemsSchema }))
export type Publication = v.InferOutput<typeof publicationSchema>
