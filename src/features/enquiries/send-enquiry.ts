import { ENQUIRY_PHOTOS_HEADER } from '@contract/enquiry'
import { ENQUIRY_LIMITS } from '@contract/limits'
import { emailAddress, optionalLine, requiredLine, requiredText } from '@contract/text'
import * as v from 'valibot'
import type { SubmitResult } from '@/components/ui/form'
import { site } from '@/content/site'
import { sendEmail } from '@/lib/send-email'
import { type Validated, validate } from '@/lib/validate'
import { photoMessages } from '@/messages/enquiry-photos'
import { enquiryMessages, errorText } from '@/messages/send-email'
import { spamCheckMessages } from '@/messages/spam-check'
import { photoUploads } from './photo-uploads'

const contactFormSchema = v.object({
  name: requiredLine(ENQUIRY_LIMITS.name),
  email: emailAddress,
  phone: optionalLine(ENQUIRY_LIMITS.phone),
  subject: optionalLine(ENQUIRY_LIMITS.subject),
  message: requiredText(ENQUIRY_LIMITS.message),
})

export type Enquiry = v.InferOutput<typeof contactFormSchema>

export const checkEnquiry = (typed: Record<string, string>): Validated<Enquiry> => validate(contactFormSchema, typed)

type SpamCheck = { needsRecaptcha: boolean; getRecaptchaToken: () => string | undefined }

const findSpamCheckProblem = ({ needsRecaptcha, getRecaptchaToken }: SpamCheck): string | undefined => {
  const { notLoaded, unanswered } = spamCheckMessages
  if (!needsRecaptcha || getRecaptchaToken()) return undefined
  return getRecaptchaToken() === undefined ? notLoaded : unanswered
}

/** Sends an enquiry after its photos have been uploaded. Throws like `sendEmail`. */
export const sendEnquiry = async (enquiry: Enquiry, spamCheck: SpamCheck, mayRetry = true): Promise<SubmitResult> => {
  const { name, email, phone, subject, message } = enquiry
  const problem = findSpamCheckProblem(spamCheck)
  if (problem) return { ok: false, message: problem }
  const { ids, header, unsendable, isFull } = await photoUploads.attach()
  if (unsendable.length > 0) return { ok: false, message: photoMessages.unsendable(unsendable) }
  const request = {
    email: site.email,
    cardUrl: message,
    isContactForm: true,
    name,
    phone,
    subject,
    fromEmail: email,
    // Google's tokens expire after two minutes, which uploads may take.
    recaptchaToken: spamCheck.getRecaptchaToken() ?? '',
  }
  const reply = await sendEmail(request, header ? { [ENQUIRY_PHOTOS_HEADER]: header } : {})
  if (!reply.ok && reply.code === 'conflict' && header && mayRetry) {
    // Another message has the photos, and its response was lost.
    photoUploads.renew()
    // Google accepts each token once.
    if (spamCheck.needsRecaptcha) return { ok: false, message: spamCheckMessages.unanswered }
    return sendEnquiry(enquiry, spamCheck, false)
  }
  if (!reply.ok) return { ok: false, message: errorText(reply.code) }
  photoUploads.finish(ids)
  const sent = reply.delivery === 'stored' ? enquiryMessages.storedOnly : enquiryMessages.success
  return { ok: true, message: isFull ? `${sent} ${photoMessages.sentWithout}` : sent }
}
