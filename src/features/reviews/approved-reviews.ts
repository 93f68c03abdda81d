import * as v from 'valibot'
import { type ApprovedReview, approvedReviewSchema, type ReviewSummary, reviewSummarySchema } from '@/domain/review'
import { callRpc } from '@/lib/backend'
import { type Cursor, cursorParams } from '@/lib/cursor'

/** Reads six reviews, the newest or those after `end`. Throws without a usable response. */
export const readApprovedReviews = async (end: Cursor | undefined, signal: AbortSignal): Promise<ApprovedReview[]> => {
  const answer = await callRpc(`approved_reviews?${new URLSearchParams(cursorParams(end))}`, signal)
  return v.parse(v.array(approvedReviewSchema), answer)
}

export const readReviewSummary = async (signal: AbortSignal): Promise<ReviewSummary> =>
  v.parse(reviewSummarySchema, await callRpc('approved_review_summary', signal))
