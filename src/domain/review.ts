import { RATING_MAX, RATING_MIN } from '@contract/review'

export type { SubmitTestimonialReply } from '@contract/reply'
export {
  HONEYPOT_FIELD,
  RATING_DEFAULT,
  RATING_MAX,
  REVIEW_LIMITS,
  type SubmitTestimonialRequest,
  testimonialFormSchema,
} from '@contract/review'

/** Every possible rating, lowest first. */
export const RATINGS: readonly number[] = Array.from(
  { length: RATING_MAX - RATING_MIN + 1 },
  (_, index) => RATING_MIN + index,
)
