import { RATING_MAX, RATING_MIN } from '@contract/review'
import * as v from 'valibot'

export type { SubmitTestimonialReply } from '@contract/reply'
export {
  HONEYPOT_FIELD,
  RATING_DEFAULT,
  RATING_MAX,
  RATING_MIN,
  REVIEW_LIMITS,
  type SubmitTestimonialRequest,
  testimonialFormSchema,
} from '@contract/review'

/** Every possible rating, lowest first. */
export const RATINGS: readonly number[] = Array.from(
  { length: RATING_MAX - RATING_MIN + 1 },
  (_, index) => RATING_MIN + index,
)

/** A review as every visitor may read it. */
export const approvedReviewSchema = v.object({
  id: v.string(),
  name: v.string(),
  location: v.string(),
  title: v.nullable(v.string()),
  text: v.string(),
  rating: v.number(),
  source: v.string(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
})
export type ApprovedReview = v.InferOutput<typeof approvedReviewSchema>

/** How many approved reviews there are, and their average rating to one decimal. */
export const reviewSummarySchema = v.object({ count: v.number(), average: v.nullable(v.number()) })
