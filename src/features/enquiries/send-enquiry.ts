import { ENQUIRY_LIMITS } from '@contract/limits'
import { emailAddress, optionalLine, requiredLine, requiredText } from '@contract/text'
import * as v from 'valibot'
import type { FormOutcome } from '@/components/ui/outcome-form'
import { site } from '@/content/site'
import { sendEmail } from '@/lib/send-email'
import { validate } from '@/lib/validate'
import { errorText, messages } from '@/messages'
import { spamCheckMessages } from '@/messages/spam-check'

const contactFormSchema = v.object({
  name: requiredLine(ENQUIRY_LIMITS.name),
  email: emailAddress,
  phone: optionalLine(ENQUIRY_LIMITS.phone),
  subject: optionalLine(ENQUIRY_LIMITS.subject),
  message: requiredText(ENQUIRY_LIMITS.message),
})

type Typed = {
  fields: Record<string, string>
  needsRecaptcha: boolean
  recaptchaToken: string | undefined
}

/** Checks and sends what was typed. Throws as `sendEmail` does. */
export const sendEnquiry = async ({ fields, needsRecaptcha, recaptchaToken }: Typed): Promise<FormOutcome> => {
  const checked = validate(contactFormSchema, fields)
  if (!checked.ok) {
    const missing = Object.values(checked.problems).includes('missing')
    const message = missing ? messages.contact.incomplete : messages.invalidFields
    return { ok: false, message, problems: checked.problems }
  }
  const { notLoaded, unanswered } = spamCheckMessages
  if (needsRecaptcha && !recaptchaToken)
    return { ok: false, message: recaptchaToken === undefined ? notLoaded : unanswered }
  const { name, email, phone, subject, message } = checked.value
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
  return { ok: true, message: reply.delivery === 'stored' ? messages.contact.storedOnly : messages.contact.success }
}
