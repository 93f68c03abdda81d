import * as v from 'valibot'

export type { SubmitTestimonialReply } from '@contract/reply'
export type { SubmitTestimonialRequest } from '@contract/review'

export const REVIEWS_PER_PAGE = 6

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

/** `average` is rounded to one decimal. */
export const reviewSummarySchema = v.object({ count: v.number(), average: v.nullable(v.number()) })
export type ReviewSummary = v.InferOutput<typeof reviewSummarySchema>
