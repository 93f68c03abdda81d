import { SEND_EMAIL_LIMITS, type SendEmail } from '../_shared/contract/enquiry.ts'
import { sentTo } from '../_shared/contract/reply.ts'
import { FunctionError } from '../_shared/http.ts'
import { businessCardMail } from '../_shared/mail/business-card.ts'
import type { Services } from '../_shared/services.ts'
import { attemptDelivery } from './delivery.ts'
import { requireCardPage, requireFields } from './rules.ts'

// `name+anything@` is another spelling of `name@`, with the same person behind it.
const mailboxOf = (address: string): string => address.replace(/\+[^@]*@/, '@')

/** Sends the fixed card to a recipient the visitor chose. */
export async function shareCard(message: SendEmail, services: Services) {
  const { settings, database, limit } = services
  const recipient = message.toEmail || message.email
  requireFields({ email: recipient })
  const cardUrl = requireCardPage(message.cardUrl, settings)
  await limit('send-email-recipient', mailboxOf(recipient), SEND_EMAIL_LIMITS.recipient)

  const { source, domain } = message
  const share = { kind: 'business-card', email: recipient, message: cardUrl, source, domain }
  const { data } = await database.from('enquiries').insert(share).select('id').single().throwOnError()
  const delivery = await attemptDelivery(data.id, businessCardMail(recipient, cardUrl, settings), services)
  if (delivery === 'failed') throw new FunctionError('delivery-failed')
  return { message: sentTo(recipient), details: { id: data.id, recipient, delivery } }
}
