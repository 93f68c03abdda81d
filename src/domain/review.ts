import * as v from 'valibot'

export const approvedReviewSchema = v.object({
  ...v.entriesFromList(['id', 'name', 'location', 'text', 'source'], v.string()),
  title: v.nullable(v.string()),
  rating: v.number(),
  verified: v.boolean(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  /** The company's, or ''. */
  reply: v.fallback(v.string(), ''),
  replied_at: v.fallback(v.nullable(v.string()), null),
})
export type ApprovedReview = v.InferOutput<typeof approvedReviewSchema>

export type FeaturedReview = Pick<ApprovedReview, 'name' | 'location' | 'text'> & {
  readonly note: 'Verified customer' | 'Sample testimonial' | null
}

const { name, location, text, verified } = approvedReviewSchema.entries
export const featuredSchema = v.object({ name, location, text, verified })

export const selectFeaturedReview = (
  review: v.InferOutput<typeof featuredSchema> | null,
  sample: Omit<FeaturedReview, 'note'>,
): FeaturedReview => {
  const { name, location, text } = review ?? sample
  const note = review === null ? 'Sample testimonial' : review.verified ? 'Verified customer' : null
  return { name, location, text, note }
}

export const invitationSchema = v.variant('state', [
  v.object({ state: v.literal('open'), name: v.string(), email: v.string(), location: v.string() }),
  v.object({ state: v.picklist(['answered', 'expired', 'withdrawn', 'unknown']) }),
])
export type Invitation = v.InferOutput<typeof invitationSchema>

const reviewNumbersSchema = v.object({
  since: v.nullable(v.string()),
  ...v.entriesFromList(['received', 'published', 'waiting'], v.number()),
  /** By reason. */
  rejected: v.record(v.string(), v.number()),
})
export type ReviewNumbers = v.InferOutput<typeof reviewNumbersSchema>

/** `average` is rounded to one decimal. `numbers` are of all reviews received, without samples and spam. */
export const reviewSummarySchema = v.object({
  count: v.number(),
  average: v.nullable(v.number()),
  numbers: v.fallback(v.nullable(reviewNumbersSchema), null),
})
export type ReviewSummary = v.InferOutput<typeof reviewSummarySchema>
