import * as v from 'valibot'
import { approvalMailSchema } from './approval-mail.ts'
import { ENQUIRY_LIMITS, LINK_TOKEN } from './limits.ts'
import { emailAddress, optionalEmail, optionalLine, optionalText, requiredLine, requiredText } from './text.ts'

export { ENQUIRY_LIMITS } from './limits.ts'

export const ENQUIRY_KINDS = ['contact', 'business-card'] as const

/** `pending`: an attempt may be running. `failed`: no mail server is known to have accepted it. */
export const DELIVERY_STATUSES = ['pending', 'sent', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Maximum size in bytes. */
export const SEND_EMAIL_BODY_MAX = 64 * 1024

/** `recipient` limits business cards per mailbox. */
export const SEND_EMAIL_LIMITS = {
  ip: { limit: 10, windowSeconds: 3_600 },
  recipient: { limit: 5, windowSeconds: 86_400 },
} as const

export const BUSINESS_CARD_SOURCE = 'projects-site-business-card'

/** Path of the only page that can be shared. A test compares it with `src/paths.ts`. */
export const BUSINESS_CARD_PATH = '/business-card'

/** reCAPTCHA response of the test email, only accepted from administrators. */
export const RECAPTCHA_BYPASS_TOKEN = 'admin-test-bypass'

/** Header with a UUID. Requests with the same one are stored and sent once. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'

/** Header with the id of an enquiry's set of photos, and their SHA-256s. */
export const ENQUIRY_PHOTOS_HEADER = 'Enquiry-Photos'

/** `cardUrl` is the message if `isContactForm` is true. */
export const sendEmailSchema = v.object({
  email: optionalEmail,
  cardUrl: optionalText(ENQUIRY_LIMITS.message),
  isContactForm: v.nullish(v.boolean(), false),
  name: optionalLine(ENQUIRY_LIMITS.name),
  phone: optionalLine(ENQUIRY_LIMITS.phone),
  subject: optionalLine(ENQUIRY_LIMITS.subject),
  fromEmail: optionalEmail,
  toEmail: optionalEmail,
  source: optionalLine(ENQUIRY_LIMITS.source),
  recaptchaToken: v.nullish(v.pipe(v.string(), v.maxLength(4_096)), ''),
  domain: optionalLine(ENQUIRY_LIMITS.domain),
})
export type SendEmailRequest = v.InferInput<typeof sendEmailSchema>
export type SendEmail = v.InferOutput<typeof sendEmailSchema>

const messageSchema = v.object({ ...sendEmailSchema.entries, cardUrl: requiredText(ENQUIRY_LIMITS.message) })

const cardSchema = v.pipe(
  messageSchema,
  v.forward(
    v.check(({ email, toEmail }) => toEmail !== '' || email !== ''),
    ['email'],
  ),
  v.transform(({ email, toEmail, cardUrl, source, domain }) => ({
    kind: 'card' as const,
    recipient: toEmail || email,
    cardUrl,
    source,
    domain,
  })),
)

const contactSchema = v.pipe(
  v.object({ ...messageSchema.entries, name: requiredLine(ENQUIRY_LIMITS.name), fromEmail: emailAddress }),
  // Enquiries only go to the configured mailbox.
  v.transform(({ email: _, toEmail: __, isContactForm: ___, fromEmail, cardUrl, ...rest }) => ({
    kind: 'enquiry' as const,
    ...rest,
    email: fromEmail,
    message: cardUrl,
  })),
)

const testSchema = v.pipe(
  messageSchema,
  v.transform(({ fromEmail, cardUrl, name, subject }) => ({
    kind: 'test' as const,
    html: cardUrl,
    name,
    from: fromEmail,
    subject,
  })),
)

const approvalSchema = v.pipe(
  approvalMailSchema,
  v.transform(({ approvedReviewId: id, ...mail }) => ({ kind: 'approval' as const, id, ...mail })),
)

const withdrawalSchema = v.pipe(
  v.object({ withdrawal: v.pipe(v.string(), v.regex(LINK_TOKEN)) }),
  v.transform(({ withdrawal: token }) => ({ kind: 'withdrawal' as const, token })),
)

/** Request body of `send-email`, which has no field for its kind. The first schema below that fits applies. */
export const sendEmailRequestSchema = v.lazy((body) => {
  const fields: Readonly<Record<string, unknown>> = typeof body === 'object' && body !== null ? { ...body } : {}
  if ('approvedReviewId' in fields) return approvalSchema
  if ('withdrawal' in fields) return withdrawalSchema
  if (fields.recaptchaToken === RECAPTCHA_BYPASS_TOKEN) return testSchema
  return fields.isContactForm === true ? contactSchema : cardSchema
})
type AnyRequest = v.InferOutput<typeof sendEmailRequestSchema>
export type SendEmailKind = AnyRequest['kind']
export type SendEmailTo<Kind extends SendEmailKind> = Extract<AnyRequest, { kind: Kind }>
