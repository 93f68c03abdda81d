import * as v from 'valibot'
import { hasMatchingWidths, pictureEntries } from './picture.ts'
import { cleanText, cleanUnlessTooLong } from './text.ts'

/** `[minimum, maximum]` for publishing: UTF-16 units of cleaned texts, entries of lists. */
export const PROJECT_LIMITS = {
  title: [3, 120],
  location: [2, 80],
  summary: [10, 300],
  description: [1, 20],
  paragraph: [1, 2_000],
  services: [0, 20],
  service: [1, 120],
  images: [1, 30],
  alt: [1, 200],
  caption: [0, 300],
  fact: [1, 60],
} as const

export const PROJECT_FACTS = ['depth', 'area', 'weeks', 'ground', 'walls'] as const

const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const month = v.pipe(v.string(), v.regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/))

const text = (name: keyof typeof PROJECT_LIMITS, clean?: typeof cleanText) => {
  const [least, most] = PROJECT_LIMITS[name]
  return v.pipe(v.string(), cleanUnlessTooLong(most, clean), v.minLength(least), v.maxLength(most))
}
const list = <Item extends v.GenericSchema>(name: keyof typeof PROJECT_LIMITS, item: Item) => {
  const [least, most] = PROJECT_LIMITS[name]
  return v.pipe(v.array(item), v.minLength(least), v.maxLength(most))
}
const image = v.pipe(
  v.object({ ...pictureEntries, alt: text('alt'), description: text('caption') }),
  v.check((image) => hasMatchingWidths(image)),
)

/** Project as visitors see it. */
export const projectContentSchema = v.pipe(
  v.object({
    title: text('title'),
    location: text('location'),
    completed: month,
    summary: text('summary'),
    description: list('description', text('paragraph', cleanText)),
    services: list('services', text('service')),
    images: list('images', image),
    cover: whole,
    before: v.nullable(whole),
    after: v.nullable(whole),
    facts: v.optional(v.object(v.entriesFromList(PROJECT_FACTS, v.optional(text('fact'))))),
  }),
  v.check(({ images: { length }, cover, before, after }) => {
    const isImage = (index: number | null) => index === null || index < length
    return cover < Math.max(length, 1) && isImage(before) && isImage(after) && (before === null || before !== after)
  }),
)

const typed = v.optional(v.fallback(v.string(), ''), '')
const photographId = v.optional(v.fallback(v.nullable(v.string()), null), null)
const photographSchema = v.object({
  /** Name of the original file. */
  name: typed,
  alt: typed,
  description: typed,
  /** Null until it is uploaded from its device. */
  picture: v.optional(v.fallback(v.nullable(v.object(pictureEntries)), null), null),
  /** Sort order. */
  place: v.optional(v.fallback(v.number(), 0), 0),
  /** Kept for restoring. */
  removed: v.optional(v.fallback(v.boolean(), false), false),
})
const pairSchema = v.object({ before: photographId, after: photographId })

/** Project as typed in its form. Unreadable fields are empty. */
export const projectDraftSchema = v.object({
  title: typed,
  location: typed,
  /** `01` to `12`, or empty. */
  month: typed,
  year: typed,
  summary: typed,
  description: typed,
  services: typed,
  ...v.entriesFromList(PROJECT_FACTS, typed),
  /** By id. */
  photographs: v.optional(v.fallback(v.record(v.string(), photographSchema), {}), {}),
  cover: photographId,
  pair: v.optional(v.fallback(pairSchema, { before: null, after: null }), { before: null, after: null }),
})

/** Last write: version, browser, its `seq`, and version of the last write by another browser. */
export const fieldStampSchema = v.object({
  at: v.number(),
  by: v.optional(v.nullable(v.string()), null),
  seq: v.optional(v.number(), 0),
  foreign: v.optional(v.number(), 0),
})
export type FieldStamp = v.InferOutput<typeof fieldStampSchema>

export type ProjectDraft = v.InferOutput<typeof projectDraftSchema>
export type DraftPhotograph = ProjectDraft['photographs'][string]
