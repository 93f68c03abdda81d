import { BUSINESS_CARD_SOURCE } from '@contract/enquiry'
import { emailAddress } from '@contract/text'
import * as v from 'valibot'
import { site } from '@/content/site'
import { AppError } from '@/lib/errors'
import { sendEmail } from '@/lib/send-email'
import { type Validated, validate } from '@/lib/validate'
import { businessCardMessages } from '@/messages/business-card'
import { OUTDATED } from '@/messages/everywhere'
import { loadErrorText } from '@/messages/load-error'

const shareFormSchema = v.object({ email: emailAddress })

export const checkShare = (typed: Record<string, string>): Validated<{ email: string }> =>
  validate(shareFormSchema, typed)

/** Emails this page's card. Throws like `sendEmail`. */
export const shareBusinessCard = async (recipient: string): Promise<{ ok: boolean; message: string }> => {
  const reply = await sendEmail({
    email: recipient,
    cardUrl: window.location.href,
    fromEmail: site.mailFrom,
    isContactForm: false,
    source: BUSINESS_CARD_SOURCE,
  })
  if (reply.ok) return { ok: true, message: businessCardMessages.success }
  const message = reply.message || businessCardMessages.failed
  return { ok: false, message: loadErrorText(new AppError(reply.code), message, OUTDATED) }
}
