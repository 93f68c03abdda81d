import * as v from 'valibot'

export const SITE_MEDIA_BUCKET = 'site-media'

export const PUBLICATION_LIMITS = { hero: 20, latest: 4, alt: 200 } as const

// A file is named by the SHA-256 of its bytes, so its URL can be cached permanently.
const still = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}\.(webp|jpg)$/))
const video = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}\.(mp4|webm|ogv)$/))

const whole = v.pipe(v.number(), v.integer())
const alt = v.string()
const width = v.pipe(whole, v.minValue(1))
const pixels = v.pipe(width, v.maxValue(10_000))

const itemSchema = <Alt extends v.GenericSchema<string>, Width extends v.GenericSchema<number>>(
  alt: Alt,
  width: Width,
) => {
  const place = {
    place: v.picklist(['hero', 'latest']),
    position: v.pipe(whole, v.minValue(0), v.maxValue(PUBLICATION_LIMITS.hero - 1)),
    alt,
  }
  const stills = {
    stills: v.pipe(v.array(still), v.minLength(1), v.maxLength(3)),
    still_widths: v.array(width),
    width: pixels,
    height: pixels,
  }
  return v.variant('kind', [
    v.object({ kind: v.literal('image'), ...place, ...stills }),
    v.object({ kind: v.literal('video'), ...place, ...stills, video }),
    v.object({
      kind: v.literal('built-in'),
      ...place,
      built_in: v.pipe(v.string(), v.maxLength(200), v.regex(/^\/pictures\/[a-z0-9/-]+$/)),
    }),
  ])
}

/** A picture or video that visitors are to see. Below one of the latest projects, `alt` is its caption. */
export const publicationItemSchema = itemSchema(v.pipe(alt, v.maxLength(PUBLICATION_LIMITS.alt)), pixels)
export type PublicationItem = v.InferOutput<typeof publicationItemSchema>

// The database counts characters otherwise, and knows no largest width. What cannot be read leaves the others alone.
const readableItem = v.fallback(v.nullable(itemSchema(alt, width)), null)

/** Items as the database has them, without those that cannot be read. */
export const publishedItemsSchema = v.pipe(
  v.array(readableItem),
  v.transform((items) => items.filter((item) => item !== null)),
)

export const publicationSchema = v.nullable(v.object({ id: v.number(), items: publishedItemsSchema }))
export type Publication = v.InferOutput<typeof publicationSchema>
