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
import type { PhotoUploads } from './photo-uploads'

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

/** Sends an enquiry after its photos have been uploaded. Throws like `sendEmail`. */
export const sendEnquiry = async (
  enquiry: Enquiry,
  { needsRecaptcha, recaptchaToken }: SpamCheck,
  photos: PhotoUploads | null,
): Promise<SubmitResult> => {
  const { name, email, phone, subject, message } = enquiry
  const { notLoaded, unanswered } = spamCheckMessages
  if (needsRecaptcha && !recaptchaToken)
    return { ok: false, message: recaptchaToken === undefined ? notLoaded : unanswered }
  const request = {
    email: site.email,
    cardUrl: message,
    isContactForm: true,
    name,
    phone,
    subject,
    fromEmail: email,
    recaptchaToken: recaptchaToken ?? '',
  }
  const send = async () => {
    const { header, left } = (await photos?.attach()) ?? { left: [] }
    if (left.length > 0) return { ok: false, message: photoMessages.left(left) } as const
    return sendEmail(request, header ? { [ENQUIRY_PHOTOS_HEADER]: header } : {})
  }
  let reply = await send()
  if (photos && !reply.ok && 'code' in reply && reply.code === 'conflict') {
    // Another message has the photos, and its response was lost.
    photos.renew()
    reply = await send()
  }
  if (!reply.ok && !('code' in reply)) return reply
  if (!reply.ok) return { ok: false, message: errorText(reply.code) }
  photos?.clear()
  return { ok: true, message: reply.delivery === 'stored' ? enquiryMessages.storedOnly : enquiryMessages.success }
}
