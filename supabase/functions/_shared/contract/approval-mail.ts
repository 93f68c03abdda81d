import * as v from 'valibot'
import { requiredLine, requiredText } from './text.ts'

/** Maximum lengths after cleaning, in UTF-16 units. */
export const APPROVAL_MAIL_LIMITS = { subject: 150, message: 5_000 } as const

/** Limit per IP address. */
export const APPROVAL_MAIL_RATE = { limit: 100, windowSeconds: 3_600 } as const

export const approvalFormSchema = v.object({
  subject: requiredLine(APPROVAL_MAIL_LIMITS.subject),
  message: requiredText(APPROVAL_MAIL_LIMITS.message),
})

export type ApprovalMail = v.InferOutput<typeof approvalFormSchema>

export const approvalMailSchema = v.object({
  approvedReviewId: v.pipe(v.string(), v.uuid()),
  ...approvalFormSchema.entries,
})
export type ApprovalMailRequest = v.InferOutput<typeof approvalMailSchema>
