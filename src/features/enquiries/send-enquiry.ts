import { ENQUIRY_LIMITS } from '@contract/limits'
import { emailAddress, optionalLine, requiredLine, requiredText } from '@contract/text'
import * as v from 'valibot'
import type { SubmitResult } from '@/components/ui/form'
import { site } from '@/content/site'
import { sendEmail } from '@/lib/send-email'
import { type Validated, validate } from '@/lib/validate'
import { enquiryMessages, errorText } from '@/messages/send-email'
import { spamCheckMessages } from '@/messages/spam-check'

const contactFormSchema = v.object({
  name: requiredLine(ENQUIRY_LIMITS.name),
  email: emailAddress,
  phone: optionalLine(ENQUIRY_LIMITS.phone),
  subject: optionalLine(ENQUIRY_LIMITS.subject),
  message: requiredText(ENQUIRY_LIMITS.message),
})

export type Enquiry = v.InferOutput<typeof contactFormSchema>

export const checkEnquiry = (typed: Record<string, string>): Validated<Enquiry> => validate(contactFormSchema, typed)

type SpamCheck = { needsRecaptcha: boolean; recaptchaToken: string | undefined }

/** Sends an enquiry. Throws like `sendEmail`. */
export const sendEnquiry = async (
  { name, email, phone, subject, message }: Enquiry,
  { needsRecaptcha, recaptchaToken }: SpamCheck,
): Promise<SubmitResult> => {
  const { notLoaded, unanswered } = spamCheckMessages
  if (needsRecaptcha && !recaptchaToken)
    return { ok: false, message: recaptchaToken === undefined ? notLoaded : unanswered }
  const reply = await sendEmail({
    email: site.email,
    cardUrl: message,
    isContactForm: true,
    name,
    phone,
    subject,
    fromEmail: email,
    recaptchaToken: recaptchaToken ?? '',
  })
  if (!reply.ok) return { ok: false, message: errorText(reply.code) }
  return { ok: true, message: reply.delivery === 'stored' ? enquiryMessages.storedOnly : enquiryMessages.success }
}
