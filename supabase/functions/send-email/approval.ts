import { APPROVAL_MAIL_RATES, type ApprovalMail } from '../_shared/contract/approval-mail.ts'
import { sentTo } from '../_shared/contract/reply.ts'
import { FunctionError } from '../_shared/http.ts'
import { reason } from '../_shared/log.ts'
import { approvalMail } from '../_shared/mail/approval.ts'
import type { Services } from '../_shared/services.ts'

/** Thanks the writer of an approved review, at the address that was stored with it. */
export async function thankReviewer(
  { approvedReviewId, subject, message }: ApprovalMail,
  { settings, database, limit, sendMail }: Services,
) {
  const { data: review } = await database
    .from('reviews')
    .select('status, email')
    .eq('id', approvedReviewId)
    .maybeSingle()
    .throwOnError()
  if (!review) throw new FunctionError('invalid', { fields: ['approvedReviewId'] })
  if (review.status !== 'approved') throw new FunctionError('not-allowed')
  await limit('send-email-review', approvedReviewId, APPROVAL_MAIL_RATES.review)

  await sendMail(approvalMail(review.email, subject, message, settings)).catch((cause: unknown) => {
    console.error(`[send-email] the writer of review ${approvedReviewId} was not thanked:`, reason(cause))
    throw new FunctionError('delivery-failed')
  })
  return {
    message: sentTo(review.email),
    details: { id: approvedReviewId, recipient: review.email, delivery: 'sent' },
  }
}
