import * as v from 'valibot'
import { ENQUIRY_LIMITS } from './limits.ts'
import { optionalEmail, optionalLine, requiredText } from './text.ts'

export { ENQUIRY_LIMITS } from './limits.ts'

export const ENQUIRY_KINDS = ['contact', 'business-card'] as const

/** `pending` until the mail server has answered; a `failed` enquiry is stored and can be sent again. */
export const DELIVERY_STATUSES = ['pending', 'sent', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Largest request body of the `send-email` function, in bytes. */
export const SEND_EMAIL_BODY_MAX = 64 * 1024

/** Calls accepted per network address and per recipient; windows in seconds. */
export const SEND_EMAIL_LIMITS = {
  address: { limit: 10, windowSeconds: 3_600 },
  recipient: { limit: 5, windowSeconds: 86_400 },
} as const

/** Marks a share of the business card, so that its enquiries can be told apart. */
export const BUSINESS_CARD_SOURCE = 'projects-site-business-card'

/** Where the site shows the business card; the only page a share may link to. `src/paths.ts` repeats it; a test compares them. */
export const BUSINESS_CARD_PATH = '/business-card'

/** Stands in for a reCAPTCHA answer in the administrator's test e-mail; the function accepts it only with an admin's token. */
export const RECAPTCHA_BYPASS_TOKEN = 'admin-test-bypass'

/**
 * Body of the `send-email` function and of POST /api/send-business-card.
 * `cardUrl` is the card's address, or, when `isContactForm` is true, the message itself.
 */
export const sendEmailSchema = v.object({
  email: optionalEmail,
  cardUrl: requiredText(ENQUIRY_LIMITS.message),
  isContactForm: v.optional(v.boolean(), false),
  name: optionalLine(ENQUIRY_LIMITS.name),
  phone: optionalLine(ENQUIRY_LIMITS.phone),
  subject: optionalLine(ENQUIRY_LIMITS.subject),
  fromEmail: optionalEmail,
  toEmail: optionalEmail,
  source: optionalLine(ENQUIRY_LIMITS.source),
  recaptchaToken: v.optional(v.pipe(v.string(), v.maxLength(4_096)), ''),
  domain: optionalLine(ENQUIRY_LIMITS.domain),
})
export type SendEmailRequest = v.InferInput<typeof sendEmailSchema>
export type SendEmail = v.InferOutput<typeof sendEmailSchema>

/** Body of the `send-email` function with which an administrator has a stored enquiry sent again. */
export const resendEnquirySchema = v.object({ resendEnquiryId: v.pipe(v.string(), v.uuid()) })
export type ResendEnquiry = v.InferOutput<typeof resendEnquirySchema>
