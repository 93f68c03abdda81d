import type { SendEmail } from '../_shared/contract/enquiry.ts'
import { ENQUIRY_STORED, sentTo } from '../_shared/contract/reply.ts'
import { enquiryMail } from '../_shared/mail/enquiry.ts'
import { verifyRecaptcha } from '../_shared/recaptcha.ts'
import type { Services } from '../_shared/services.ts'
import { attemptDelivery } from './delivery.ts'
import { requireFields, requireOwnMailbox } from './rules.ts'

/** Stores a visitor's enquiry, then mails it to the company; a dead mail server does not lose it. */
export async function sendEnquiry(message: SendEmail, address: string, services: Services) {
  const { settings, database, fetch } = services
  requireFields({ name: message.name, fromEmail: message.fromEmail })
  requireOwnMailbox(message, settings)
  await verifyRecaptcha(message.recaptchaToken, address, settings, fetch)

  const { name, phone, subject, source, domain } = message
  const enquiry = {
    kind: 'contact',
    name,
    email: message.fromEmail,
    phone,
    subject,
    message: message.cardUrl,
    source,
    domain,
  }
  const { data } = await database.from('enquiries').insert(enquiry).select('id').single().throwOnError()
  const delivery = await attemptDelivery(data.id, enquiryMail(enquiry, settings), services)
  const recipient = settings.company.email
  const answer = delivery === 'sent' ? sentTo(recipient) : ENQUIRY_STORED
  return { message: answer, details: { id: data.id, recipient, delivery } }
}
