import * as v from 'valibot'
import {
  type ApprovedReview,
  approvedReviewSchema,
  REVIEWS_PER_PAGE,
  type ReviewSummary,
  reviewSummarySchema,
} from '@/domain/review'
import { parsedAnswer } from '@/lib/supabase-errors'
import { asVisitor, supabase } from '@/supabase'

/** Returns one page of approved reviews after the first `offset`, newest first. Throws `AppError`. */
export const readApprovedReviews = async (offset: number, signal: AbortSignal): Promise<ApprovedReview[]> => {
  const answer = await supabase
    .from('reviews')
    .select('id, name, location, title, text, rating, source, verified, created_at')
    .eq('status', 'approved')
    .order('created_at', { ascending: false })
    .order('id')
    .range(offset, offset + REVIEWS_PER_PAGE - 1)
    .setHeader(...asVisitor)
    .retry(false)
    .abortSignal(signal)
  return parsedAnswer(answer, v.array(approvedReviewSchema))
}

/** Returns the number of approved reviews and their average rating, null without any. Throws `AppError`. */
export const readReviewSummary = async (signal: AbortSignal): Promise<ReviewSummary> => {
  const answer = await supabase
    .rpc('approved_review_summary', undefined, { get: true })
    .setHeader(...asVisitor)
    .abortSignal(signal)
  return parsedAnswer(answer, reviewSummarySchema)
}
