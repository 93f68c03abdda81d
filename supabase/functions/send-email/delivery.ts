import type { DeliveryStatus } from '../_shared/contract/enquiry.ts'
import { reason } from '../_shared/log.ts'
import type { Mail } from '../_shared/mailer.ts'
import type { Services } from '../_shared/services.ts'

/** Sends the e-mail of a stored enquiry and notes how that went. */
export async function attemptDelivery(
  id: string,
  mail: Mail,
  { database, sendMail }: Services,
): Promise<DeliveryStatus> {
  const delivery = await sendMail(mail).then(
    () => 'sent' as const,
    (cause: unknown) => {
      console.error(`[send-email] enquiry ${id} is stored, but its e-mail was not sent:`, reason(cause))
      return 'failed' as const
    },
  )
  const change = { delivery, delivered_at: delivery === 'sent' ? new Date().toISOString() : null }
  // The e-mail is out: an answer of failure would only make the visitor send it again.
  const { error } = await database.from('enquiries').update(change).eq('id', id)
  if (error) console.error(`[send-email] enquiry ${id} is ${delivery}, but the database was not told:`, reason(error))
  return delivery
}
