import * as v from 'valibot'
import { HONEYPOT_FIELD, RATING_DEFAULT, RATING_MAX, RATING_MIN, REVIEW_LIMITS } from './limits.ts'
import { emailAddress, requiredLine, requiredText } from './text.ts'

export { HONEYPOT_FIELD, RATING_MAX, RATING_MIN, REVIEW_LIMITS } from './limits.ts'

export const REVIEW_STATUSES = ['pending', 'approved', 'rejected'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

export const REVIEW_SOURCES = ['Google', 'Website', 'Facebook'] as const

/** Maximum size in bytes. Fits the longest fields in any JSON escaping. */
export const SUBMIT_TESTIMONIAL_BODY_MAX = 64 * 1024

/** Limit per IP address. */
export const SUBMIT_TESTIMONIAL_HOURLY_LIMIT = 10

export const testimonialFormSchema = v.object({
  name: requiredLine(REVIEW_LIMITS.name),
  location: requiredLine(REVIEW_LIMITS.location),
  text: requiredText(REVIEW_LIMITS.text),
  email: emailAddress,
  rating: v.optional(v.pipe(v.number(), v.integer(), v.minValue(RATING_MIN), v.maxValue(RATING_MAX)), RATING_DEFAULT),
})

/** Honeypot of older pages, which password managers filled in. */
export const EARLIER_HONEYPOT_FIELD = 'website'

const honeypot = v.optional(v.string(), '')

/** Testimonial. `caughtAsSpam` is true if a honeypot is filled in. */
export const submitTestimonialSchema = v.pipe(
  v.object({
    ...testimonialFormSchema.entries,
    source: v.optional(v.picklist(REVIEW_SOURCES), 'Website'),
    [HONEYPOT_FIELD]: honeypot,
    [EARLIER_HONEYPOT_FIELD]: honeypot,
  }),
  v.transform(({ [HONEYPOT_FIELD]: filled, [EARLIER_HONEYPOT_FIELD]: filledEarlier, ...testimonial }) => ({
    ...testimonial,
    caughtAsSpam: filled !== '' || filledEarlier !== '',
  })),
)
export type SubmitTestimonialRequest = v.InferInput<typeof submitTestimonialSchema>
export type SubmitTestimonial = v.InferOutput<typeof submitTestimonialSchema>
