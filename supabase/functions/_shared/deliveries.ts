import type { Tables } from './contract/database.types.ts'
import type { DeliveryStatus } from './contract/enquiry.ts'
import { FunctionError, reason } from './http.ts'
import { businessCardMail, enquiryMail } from './mails.ts'
import type { Services } from './services.ts'

/** Sends the e-mail of a stored enquiry and records whether the mail server took it. */
export const attemptDelivery = async (
  enquiry: Tables<'enquiries'>,
  { settings, database, sendMail }: Services,
): Promise<DeliveryStatus> => {
  const { id, kind, email, message } = enquiry
  const mail = kind === 'business-card' ? businessCardMail(email, message, settings) : enquiryMail(enquiry, settings)
  const delivery = await sendMail(mail).then(
    () => 'sent' as const,
    (cause: unknown) => {
      console.error(`[enquiry] ${id} is stored, but its e-mail was not sent:`, reason(cause))
      return 'failed' as const
    },
  )
  const change = { delivery, delivered_at: delivery === 'sent' ? new Date().toISOString() : null }
  // The e-mail is out: a response of failure would only make the visitor send it again.
  const { error } = await database.from('enquiries').update(change).eq('id', id)
  if (error) console.error(`[enquiry] ${id} is ${delivery}, but the database was not told:`, reason(error))
  return delivery
}

const ALREADY_SENT = 'PT409'

/** Sends the e-mail of a stored enquiry that has not gone out; refuses when it has, or is going out. */
export const deliverAgain = async (id: string, services: Services) => {
  const { data, error } = await services.database.rpc('claim_enquiry', { p_id: id })
  if (error?.code === ALREADY_SENT) throw new FunctionError('conflict')
  if (error) throw error
  const [enquiry] = data
  if (!enquiry) throw new FunctionError('not-found')
  return { enquiry, delivery: await attemptDelivery(enquiry, services) }
}
