import type { Tables } from './contract/database.types.ts'
import { SEND_EMAIL_LIMITS } from './contract/enquiry.ts'
import { FunctionError, reason } from './errors.ts'
import { MailResponseLostError } from './mailer.ts'
import { businessCardMail, enquiryMail } from './mails.ts'
import { type Services, toCanonicalMailbox } from './services.ts'

/** Outcome of a send attempt. A failed one may still have been delivered. */
export type DeliveryAttempt = { delivery: 'sent' | 'failed'; mayHaveArrived: boolean }

/** Runs `attempt`. Business cards count towards the recipient's limit unless delivery is impossible. */
export const withRecipientLimit = async <Outcome extends DeliveryAttempt | undefined>(
  { kind, email }: Pick<Tables<'enquiries'>, 'kind' | 'email'>,
  { limit }: Services,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> => {
  if (kind !== 'business-card') return attempt()
  const refund = await limit('send-email-recipient', toCanonicalMailbox(email), SEND_EMAIL_LIMITS.recipient)
  let outcome: Outcome | undefined
  try {
    outcome = await attempt()
    return outcome
  } finally {
    if (!outcome?.mayHaveArrived) await refund()
  }
}

/** Sends a stored enquiry's email and records the status. Only logs failures. */
export const attemptDelivery = async (
  enquiry: Tables<'enquiries'>,
  { settings, database, sendMail }: Services,
): Promise<DeliveryAttempt> => {
  const { id, kind, email, message } = enquiry
  const mail = kind === 'business-card' ? businessCardMail(email, message, settings) : enquiryMail(enquiry, settings)
  const attempt = await sendMail(mail).then(
    () => ({ delivery: 'sent' as const, mayHaveArrived: true }),
    (cause: unknown) => {
      console.error(`[enquiry] ${id} is stored, but its email was not sent:`, reason(cause))
      return { delivery: 'failed' as const, mayHaveArrived: cause instanceof MailResponseLostError }
    },
  )
  const { delivery } = attempt
  const change = { delivery, delivered_at: delivery === 'sent' ? new Date().toISOString() : null }
  // Don't fail the request, or the visitor would resend a sent email.
  const { error } = await database.from('enquiries').update(change).eq('id', id)
  if (error) console.error(`[enquiry] ${id} is ${delivery}, but couldn't be updated:`, reason(error))
  return attempt
}

const ALREADY_SENT = 'PT409'

/** Resends an undelivered enquiry. Throws `conflict` if sent or in progress, and `not-found`. */
export const redeliverEnquiry = async (id: string, services: Services) => {
  const { database } = services
  const { data: stored } = await database
    .from('enquiries')
    .select('kind, email')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (!stored) throw new FunctionError('not-found')
  return withRecipientLimit(stored, services, async () => {
    const { data, error } = await database.rpc('claim_enquiry', { p_id: id })
    if (error?.code === ALREADY_SENT) throw new FunctionError('conflict')
    if (error) throw error
    const [enquiry] = data
    if (!enquiry) throw new FunctionError('not-found')
    return { enquiry, ...(await attemptDelivery(enquiry, services)) }
  })
}
