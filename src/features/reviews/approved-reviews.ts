import * as v from 'valibot'
import { type ApprovedReview, approvedReviewSchema, reviewSummarySchema } from '@/domain/review'
import { readPublicData } from '@/lib/public-data'

/** Reviews asked for at a time. */
export const REVIEWS_PER_PAGE = 6

const COLUMNS = Object.keys(approvedReviewSchema.entries).join(',')

/** Returns the approved reviews after the first `offset`, newest first, one page at the most. */
export const readApprovedReviews = (offset: number, signal: AbortSignal): Promise<ApprovedReview[]> =>
  readPublicData(
    `reviews?select=${COLUMNS}&status=eq.approved&order=created_at.desc,id&limit=${REVIEWS_PER_PAGE}&offset=${offset}`,
    v.array(approvedReviewSchema),
    signal,
  )

/** Returns how many reviews are approved and their average rating, null without any. */
export const readReviewSummary = (signal: AbortSignal): Promise<v.InferOutput<typeof reviewSummarySchema>> =>
  readPublicData('rpc/approved_review_summary', reviewSummarySchema, signal)
