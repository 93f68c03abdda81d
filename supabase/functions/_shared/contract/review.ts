import * as v from 'valibot'
import { HONEYPOT_FIELD, RATING_DEFAULT, RATING_MAX, RATING_MIN, REVIEW_LIMITS } from './limits.ts'
import { emailAddress, requiredLine, requiredText } from './text.ts'

export { HONEYPOT_FIELD, RATING_MAX, RATING_MIN, REVIEW_LIMITS } from './limits.ts'

export const REVIEW_STATUSES = ['pending', 'approved', 'rejected'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

export const REVIEW_SOURCES = ['Google', 'Website', 'Facebook'] as const

/** Largest request body of POST /api/submit-testimonial, in bytes: room for the longest fields, however JSON escapes them. */
export const SUBMIT_TESTIMONIAL_BODY_MAX = 64 * 1024

/** Testimonials that may be sent from one IP address in an hour. */
export const SUBMIT_TESTIMONIAL_HOURLY_LIMIT = 10

export const testimonialFormSchema = v.object({
  name: requiredLine(REVIEW_LIMITS.name),
  location: requiredLine(REVIEW_LIMITS.location),
  text: requiredText(REVIEW_LIMITS.text),
  email: emailAddress,
  rating: v.optional(v.pipe(v.number(), v.integer(), v.minValue(RATING_MIN), v.maxValue(RATING_MAX)), RATING_DEFAULT),
})

export const submitTestimonialSchema = v.object({
  ...testimonialFormSchema.entries,
  source: v.optional(v.picklist(REVIEW_SOURCES), 'Website'),
  [HONEYPOT_FIELD]: v.optional(v.string(), ''),
})
export type SubmitTestimonialRequest = v.InferInput<typeof submitTestimonialSchema>
export type SubmitTestimonial = v.InferOutput<typeof submitTestimonialSchema>
