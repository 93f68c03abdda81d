import * as v from 'valibot'

export const approvedReviewSchema = v.object({
  id: v.string(),
  name: v.string(),
  location: v.string(),
  title: v.nullable(v.string()),
  text: v.string(),
  rating: v.number(),
  source: v.string(),
  verified: v.boolean(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
})
export type ApprovedReview = v.InferOutput<typeof approvedReviewSchema>

export type FeaturedReview = Pick<ApprovedReview, 'name' | 'location' | 'text'> & {
  /** What it is, as far as a reader should know. */
  readonly note: 'Verified customer' | 'Sample testimonial' | null
}

/** The review to show by itself, of those newest first: four stars or more, a verified customer's before others; null without one. */
export const featuredReview = (reviews: readonly ApprovedReview[]): FeaturedReview | null => {
  const good = reviews.filter(({ rating }) => rating >= 4)
  const review = good.find(({ verified }) => verified) ?? good[0]
  if (!review) return null
  const { name, location, text, verified } = review
  return { name, location, text, note: verified ? 'Verified customer' : null }
}

const closed = v.picklist(['answered', 'expired', 'withdrawn', 'unknown'])

export const invitationSchema = v.variant('state', [
  v.object({ state: v.literal('open'), name: v.string(), email: v.string(), location: v.string() }),
  v.object({ state: closed }),
])
export type Invitation = v.InferOutput<typeof invitationSchema>

/** `average` is rounded to one decimal. */
export const reviewSummarySchema = v.object({ count: v.number(), average: v.nullable(v.number()) })
export type ReviewSummary = v.InferOutput<typeof reviewSummarySchema>
