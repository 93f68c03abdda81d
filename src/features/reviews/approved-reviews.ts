import * as v from 'valibot'
import { type ApprovedReview, approvedReviewSchema, type ReviewSummary, reviewSummarySchema } from '@/domain/review'
import { after, type PageEnd } from '@/lib/pages'
import { parseResponse } from '@/lib/supabase-errors'
import { asVisitor, supabase } from '@/supabase'

export const readApprovedReviews = async (end: PageEnd | undefined, signal: AbortSignal): Promise<ApprovedReview[]> => {
  const response = await supabase
    .rpc('approved_reviews', after(end), { get: true })
    .setHeader(...asVisitor)
    .retry(false)
    .abortSignal(signal)
  return parseResponse(response, v.array(approvedReviewSchema))
}

export const readReviewSummary = async (signal: AbortSignal): Promise<ReviewSummary> => {
  const response = await supabase
    .rpc('approved_review_summary', undefined, { get: true })
    .setHeader(...asVisitor)
    .abortSignal(signal)
  return parseResponse(response, reviewSummarySchema)
}
