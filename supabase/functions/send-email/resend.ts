import type { ResendEnquiry } from '../_shared/contract/enquiry.ts'
import { sentTo } from '../_shared/contract/reply.ts'
import { FunctionError } from '../_shared/http.ts'
import { businessCardMail } from '../_shared/mail/business-card.ts'
import { enquiryMail } from '../_shared/mail/enquiry.ts'
import type { Services } from '../_shared/services.ts'
import { attemptDelivery } from './delivery.ts'

const ALREADY_SENT = 'PT409'

/** Sends the e-mail of a stored enquiry again, to where it was meant to go, when the first attempt failed. */
export async function resendEnquiry({ resendEnquiryId: id }: ResendEnquiry, services: Services) {
  const { settings, database } = services
  const { data, error } = await database.rpc('claim_enquiry', { p_id: id })
  if (error?.code === ALREADY_SENT) throw new FunctionError('conflict')
  if (error) throw error
  const [enquiry] = data
  if (!enquiry) throw new FunctionError('not-found')

  const share = enquiry.kind === 'business-card'
  const mail = share ? businessCardMail(enquiry.email, enquiry.message, settings) : enquiryMail(enquiry, settings)
  const delivery = await attemptDelivery(id, mail, services)
  if (delivery === 'failed') throw new FunctionError('delivery-failed')
  const recipient = share ? enquiry.email : settings.company.email
  return { message: sentTo(recipient), details: { id, recipient, delivery } }
}
