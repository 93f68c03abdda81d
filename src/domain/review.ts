import * as v from 'valibot'

export const approvedReviewSchema = v.object({
  ...v.entriesFromList(['id', 'name', 'location', 'text', 'source'], v.string()),
  title: v.nullable(v.string()),
  rating: v.number(),
  verified: v.boolean(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
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

/** `average` is rounded to one decimal. */
export const reviewSummarySchema = v.object({ count: v.number(), average: v.nullable(v.number()) })
export type ReviewSummary = v.InferOutput<typeof reviewSummarySchema>
