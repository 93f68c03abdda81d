import { REVIEW_STATUSES } from '@contract/review'
import * as v from 'valibot'
import { approvedReviewSchema } from './review'

export const MODERATION_PAGE_SIZE = 50

/** Reasons for deleting a review. A low rating isn't one. */
export const REJECTION_REASONS = [
  'not about our work',
  'abusive or personal details',
  'not genuine',
  'duplicate',
  'withdrawn by the author',
  'something else',
] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

/** In UTF-16 units. */
export const REJECTION_NOTE_MAX = 500

/** `note` only with 'something else'. */
export type Rejection = { reason: RejectionReason; note: string }

export const moderatedReviewSchema = v.object({
  ...approvedReviewSchema.entries,
  ...v.entriesFromList(['source', 'moderated_at', 'thanked_at', 'thanks_failed_at'], v.nullable(v.string())),
  ...v.entriesFromList(['reply_sent_at', 'reply_failed_at', 'withdrawn_at'], v.fallback(v.nullable(v.string()), null)),
  email: v.string(),
  caught_as_spam: v.fallback(v.boolean(), false),
  /** Of the last deletion. The demo has none. */
  reason: v.fallback(v.nullable(v.picklist([...REJECTION_REASONS, 'not recorded'])), null),
  reason_note: v.fallback(v.string(), ''),
})
export type ModeratedReview = v.InferOutput<typeof moderatedReviewSchema>

export const moderationCountsSchema = v.object({ pending: v.number(), approved: v.number(), rejected: v.number() })
export type ModerationCounts = v.InferOutput<typeof moderationCountsSchema>

export const reviewToApproveSchema = v.object({
  ...moderatedReviewSchema.entries,
  status: v.picklist(REVIEW_STATUSES),
})
export type ReviewToApprove = v.InferOutput<typeof reviewToApproveSchema>

/** Demo testimonial, with a hash that only the server knows for real ones. */
export const sampleTestimonialSchema = v.object({ ...reviewToApproveSchema.entries, approval_hash: v.string() })
export type SampleTestimonial = v.InferOutput<typeof sampleTestimonialSchema>

export const approvalLinkSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
})
export type ApprovalLink = v.InferOutput<typeof approvalLinkSchema>
