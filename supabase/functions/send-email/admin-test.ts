import type { SendEmail } from '../_shared/contract/enquiry.ts'
import { sentTo } from '../_shared/contract/reply.ts'
import { FunctionError } from '../_shared/http.ts'
import { reason } from '../_shared/log.ts'
import { testMail } from '../_shared/mail/enquiry.ts'
import type { Services } from '../_shared/services.ts'
import { requireFields, requireOwnMailbox } from './rules.ts'

/**
 * Sends an administrator's HTML the way an enquiry travels: to the company's mailbox (`email`), answering to
 * the typed test address (`fromEmail`). It is a test, so it is not stored with the visitors' enquiries.
 */
export async function sendTestMail(message: SendEmail, { settings, sendMail }: Services) {
  requireFields({ fromEmail: message.fromEmail })
  requireOwnMailbox(message, settings)
  const test = { html: message.cardUrl, name: message.name, from: message.fromEmail, subject: message.subject }
  await sendMail(testMail(test, settings)).catch((cause: unknown) => {
    console.error('[send-email] the test e-mail was not sent:', reason(cause))
    throw new FunctionError('delivery-failed')
  })
  const recipient = message.toEmail || message.email || settings.company.email
  return { message: sentTo(recipient), details: { id: crypto.randomUUID(), recipient, delivery: 'sent' } }
}
