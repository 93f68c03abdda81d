import * as v from 'valibot'

export type { SubmitTestimonialReply } from '@contract/reply'
export { type SubmitTestimonialRequest, testimonialFormSchema } from '@contract/review'

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
