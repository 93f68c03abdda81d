import { site } from '@/content/site'
import { BUSINESS_CARD_SOURCE, type BusinessCardShare, shareFormSchema } from '@/domain/enquiry'
import { sendEmail } from '@/lib/send-email'
import { type Validated, validate } from '@/lib/validate'
import { messages } from '@/messages'

/** Checks what was typed into the share form. */
export const checkShare = (typed: Record<string, string>): Validated<{ email: string }> =>
  validate(shareFormSchema, typed)

/** Sends the business card at `cardUrl` to one recipient. Throws `AppError('offline')` when no answer comes. */
export const shareBusinessCard = async ({
  recipient,
  cardUrl,
}: {
  recipient: string
  cardUrl: string
}): Promise<{ ok: true } | { ok: false; message: string }> => {
  const share: BusinessCardShare = {
    email: recipient,
    cardUrl,
    fromEmail: site.mailFrom,
    isContactForm: false,
    source: BUSINESS_CARD_SOURCE,
  }
  const reply = await sendEmail(share)
  return reply.ok ? { ok: true } : { ok: false, message: reply.message || messages.businessCard.failed }
}
