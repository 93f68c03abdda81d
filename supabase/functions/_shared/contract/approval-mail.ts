import * as v from 'valibot'
import { requiredLine, requiredText } from './text.ts'

/** Limits in characters of what an administrator writes to a reviewer. */
export const APPROVAL_MAIL_LIMITS = { subject: 150, message: 5_000 } as const

/** E-mails to reviewers accepted per IP address. */
export const APPROVAL_MAIL_RATE = { limit: 100, windowSeconds: 3_600 } as const

/** What an administrator may change in the e-mail that thanks a reviewer. */
export const approvalFormSchema = v.object({
  subject: requiredLine(APPROVAL_MAIL_LIMITS.subject),
  message: requiredText(APPROVAL_MAIL_LIMITS.message),
})

/** Body of the `send-email` function that thanks a reviewer. It names the review, never the recipient. */
export const approvalMailSchema = v.object({
  approvedReviewId: v.pipe(v.string(), v.uuid()),
  ...approvalFormSchema.entries,
})
export type ApprovalMail = v.InferOutput<typeof approvalMailSchema>
