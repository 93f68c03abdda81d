import * as v from 'valibot'
import { hasMatchingWidths, pictureEntries } from './picture.ts'
import { cleanUnlessTooLong } from './text.ts'

export const SITE_MEDIA_BUCKET = 'site-media'

/** Maximum items, and maximum length of `alt`. */
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

/** Published image or video. For the latest projects, `alt` is the caption. */
export const publicationItemSchema = itemSchema(
  v.pipe(v.string(), cleanUnlessTooLong(PUBLICATION_LIMITS.alt), v.maxLength(PUBLICATION_LIMITS.alt)),
)
export type PublicationItem = v.InferOutput<typeof publicationItemSchema>

// No length check, because the database counts characters differently.
const readableItem = v.fallback(v.nullable(itemSchema(v.string())), null)

/** Published items without unreadable ones. */
export const publishedItemsSchema = v.pipe(
  v.array(readableItem),
  v.transform((items) => items.filter((item) => item !== null)),
)

/** Latest publication, or null before the first. */
export const publicationSchema = v.nullable(v.object({ id: v.number(), items: publishedItemsSchema }))
export type Publication = v.InferOutput<typeof publicationSchema>
