import * as v from 'valibot'
import { requiredLine, requiredText } from './text.ts'

/** Greatest lengths once cleaned, in UTF-16 units. */
export const APPROVAL_MAIL_LIMITS = { subject: 150, message: 5_000 } as const

/** Thanks that administrators at one IP address may ask for in an hour. */
export const APPROVAL_MAIL_RATE = { limit: 100, windowSeconds: 3_600 } as const

export const approvalFormSchema = v.object({
  subject: requiredLine(APPROVAL_MAIL_LIMITS.subject),
  message: requiredText(APPROVAL_MAIL_LIMITS.message),
})

/** The email that thanks a reviewer, as an administrator writes it. */
export type ApprovalMail = v.InferOutput<typeof approvalFormSchema>

export const approvalMailSchema = v.object({
  approvedReviewId: v.pipe(v.string(), v.uuid()),
  ...approvalFormSchema.entries,
})
export type ApprovalMailRequest = v.InferOutput<typeof approvalMailSchema>
