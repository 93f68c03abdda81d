import * as v from 'valibot'
import { hasWidths, pictureEntries } from './picture.ts'
import { cleanLine, cleanText } from './text.ts'

/** `[least, most]`: characters of a text, entries of a list. A draft needs none of the least. */
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
} as const

const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const month = v.pipe(v.string(), v.regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/))

const content = (isComplete: boolean) => {
  const limits = (name: keyof typeof PROJECT_LIMITS) => {
    const [least, most] = PROJECT_LIMITS[name]
    return [isComplete ? least : 0, most] as const
  }
  const text = (name: keyof typeof PROJECT_LIMITS, clean = cleanLine) => {
    const [least, most] = limits(name)
    return v.pipe(v.string(), v.transform(clean), v.minLength(least), v.maxLength(most))
  }
  const list = <Item extends v.GenericSchema>(name: keyof typeof PROJECT_LIMITS, item: Item) => {
    const [least, most] = limits(name)
    return v.pipe(v.array(item), v.minLength(least), v.maxLength(most))
  }
  const image = v.pipe(
    v.object({ ...pictureEntries, alt: text('alt'), description: text('caption') }),
    v.check((image) => hasWidths(image)),
  )
  return v.pipe(
    v.object({
      title: text('title'),
      location: text('location'),
      completed: isComplete ? month : v.union([v.literal(''), month]),
      summary: text('summary'),
      description: list('description', text('paragraph', cleanText)),
      services: list('services', text('service')),
      images: list('images', image),
      cover: whole,
      before: v.nullable(whole),
      after: v.nullable(whole),
    }),
    v.check(({ images: { length }, cover, before, after }) => {
      const isImage = (index: number | null) => index === null || index < length
      return cover < Math.max(length, 1) && isImage(before) && isImage(after) && (before === null || before !== after)
    }),
  )
}

/** What `publish_project` takes: a project as visitors see it. */
export const projectContentSchema = content(true)

/** What `save_project` takes: every key is there, but text and lists may be empty. */
export const projectDraftSchema = content(false)
