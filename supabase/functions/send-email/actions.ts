import type { TablesInsert, TablesUpdate } from '../_shared/contract/database.types.ts'
import {
  BUSINESS_CARD_PATH,
  type DeliveryStatus,
  IDEMPOTENCY_HEADER,
  type SendEmailTo,
} from '../_shared/contract/enquiry.ts'
import { ENQUIRY_STORED, toSentMessage } from '../_shared/contract/reply.ts'
import { attemptDelivery, redeliverEnquiry, withRecipientLimit } from '../_shared/deliveries.ts'
import type { Settings } from '../_shared/env.ts'
import { FunctionError, reason } from '../_shared/errors.ts'
import type { Mail } from '../_shared/mailer.ts'
import { approvalMail, testMail, withdrawnMail } from '../_shared/mails.ts'
import { createLinkToken, type Services, UNIQUE_VIOLATION } from '../_shared/services.ts'

type Photos = Pick<TablesInsert<'enquiries'>, 'photo_set' | 'photos'>
export type Caller = { ip: string; idempotencyKey: string | undefined; photos: Photos | undefined }

/** Other paths are rejected, because they would put text into the email. */
const requireCardPage = (cardUrl: string, { siteOrigins }: Settings): string => {
  const url = URL.canParse(cardUrl) ? new URL(cardUrl) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || !siteOrigins.includes(url.origin)) {
    throw new FunctionError('not-allowed')
  }
  // Static hosts may add the slash.
  if (url.pathname.replace(/\/$/, '') !== BUSINESS_CARD_PATH) throw new FunctionError('not-allowed')
  return `${url.origin}${BUSINESS_CARD_PATH}`
}

const verifyRecaptcha = async (token: string, ip: string, { settings, fetch }: Services): Promise<void> => {
  const { secret, verifyUrl } = settings.recaptcha
  if (!secret) return
  if (!token) throw new FunctionError('recaptcha-failed')
  const verdict: unknown = await fetch(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams({ secret, response: token, remoteip: ip }),
    signal: AbortSignal.timeout(5_000),
    redirect: 'error',
  })
    .then((response) => response.json())
    .catch((cause: unknown) => console.error('[recaptcha] the verification service did not answer:', reason(cause)))
  const success = typeof verdict === 'object' && verdict !== null && 'success' in verdict && verdict.success === true
  if (!success) throw new FunctionError('recaptcha-failed')
}

const sendOrThrow = (mail: Mail, what: string, { sendMail }: Services): Promise<void> =>
  sendMail(mail).catch((cause: unknown) => {
    console.error(`[send-email] ${what} was not sent:`, reason(cause))
    throw new FunctionError('delivery-failed')
  })

type Enquiry = TablesInsert<'enquiries'> & { kind: string }

// The checks only cover this message, mailbox and photos, not others under the same key.
const findStoredEnquiry = async (key: string | undefined, enquiry: Enquiry, { database }: Services) => {
  if (!key) return undefined
  const { data: stored } = await database.from('enquiries').select().eq('id', key).maybeSingle().throwOnError()
  const isSame = (['kind', 'email', 'message', 'photo_set'] as const).every(
    (column) => !stored || stored[column] === (enquiry[column] ?? null),
  )
  if (!isSame) throw new FunctionError('invalid', { fields: [IDEMPOTENCY_HEADER] })
  return stored
}

// SQLSTATEs if the enquiry exists, or if its photos don't.
const TAKEN = [UNIQUE_VIOLATION, 'PT409']

/** Retries with the same `key` are stored and sent once. */
const storeAndMail = async (
  enquiry: Enquiry,
  key: string | undefined,
  services: Services,
): Promise<{ id: string; delivery: DeliveryStatus }> => {
  const stored = await findStoredEnquiry(key, enquiry, services)
  if (stored?.delivery === 'sent') return { id: stored.id, delivery: 'sent' }
  if (stored) {
    const { delivery } = await redeliverEnquiry(stored.id, services).catch((cause: unknown) => {
      // The first attempt is still running and may fail.
      if (cause instanceof FunctionError && cause.code === 'conflict') return { delivery: 'failed' as const }
      throw cause
    })
    return { id: stored.id, delivery }
  }
  const attempt = await withRecipientLimit(enquiry, services, async () => {
    const { data, error } = await services.database
      .from('enquiries')
      .insert({ ...enquiry, ...(key && { id: key }) })
      .select()
      .single()
    if (data) return { id: data.id, ...(await attemptDelivery(data, services)) }
    // A concurrent request may have stored it, and claimed its photos.
    if (TAKEN.includes(error.code) && (await findStoredEnquiry(key, enquiry, services))) return undefined
    throw error
  })
  return attempt ?? storeAndMail(enquiry, key, services)
}

export const shareCard = async (request: SendEmailTo<'card'>, services: Services, { idempotencyKey }: Caller) => {
  const { recipient, cardUrl, source, domain } = request
  const message = requireCardPage(cardUrl, services.settings)
  const share = { kind: 'business-card', email: recipient, message, source, domain }
  const { id, delivery } = await storeAndMail(share, idempotencyKey, services)
  if (delivery === 'failed') throw new FunctionError('delivery-failed')
  return { message: toSentMessage(recipient), details: { id, recipient, delivery } }
}

/** Stores and emails a visitor's enquiry. Keeps it if the email fails. Throws `conflict` if photos can't be claimed. */
export const sendEnquiry = async (request: SendEmailTo<'enquiry'>, services: Services, caller: Caller) => {
  const { recaptchaToken, ...written } = request
  await verifyRecaptcha(recaptchaToken, caller.ip, services)

  const enquiry = { ...written, ...caller.photos, kind: 'contact' }
  const { id, delivery } = await storeAndMail(enquiry, caller.idempotencyKey, services)
  const recipient = services.settings.company.email
  const message = delivery === 'sent' ? toSentMessage(recipient) : ENQUIRY_STORED
  return { message, details: { id, recipient, delivery } }
}

/** Sends an administrator's HTML to the company's mailbox without storing it. */
export const sendTestMail = async (test: SendEmailTo<'test'>, services: Services) => {
  const { settings } = services
  if (test.from === '') throw new FunctionError('invalid', { fields: ['fromEmail'] })
  await sendOrThrow(testMail(test, settings), 'the test email', services)
  const recipient = settings.mailTo
  return { message: toSentMessage(recipient), details: { id: crypto.randomUUID(), recipient, delivery: 'sent' } }
}

// For thank-you emails that are sent, in progress or not due.
const findThankedRecipient = async (id: string, { database }: Services): Promise<string> => {
  const { data: review } = await database
    .from('reviews')
    .select('status, email, thanked_at')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (!review) throw new FunctionError('invalid', { fields: ['approvedReviewId'] })
  if (review.status !== 'approved') throw new FunctionError('not-allowed')
  if (!review.thanked_at) throw new FunctionError('conflict')
  return review.email
}

/** Thanks the writer of an approved review once and records the result. */
export const sendThankYou = async ({ id, subject, message }: SendEmailTo<'approval'>, services: Services) => {
  const { settings, database } = services
  const sent = (recipient: string) => ({
    message: toSentMessage(recipient),
    details: { id, recipient, delivery: 'sent' },
  })
  const { token, token_hash } = await createLinkToken()
  const claim = { p_id: id, p_token_hash: token_hash }
  const { data: claimed } = await database.rpc('claim_thanks', claim).throwOnError()
  const [recipient] = claimed
  if (recipient === undefined) return sent(await findThankedRecipient(id, services))

  const record = async (change: TablesUpdate<'reviews'>) => {
    const { error } = await database.from('reviews').update(change).eq('id', id)
    if (error) console.error(`[send-email] review ${id}: couldn't record its thank-you email:`, reason(error))
  }
  const now = () => new Date().toISOString()
  const mail = approvalMail({ recipient, subject, message, token }, settings)
  await sendOrThrow(mail, `the thank-you email for review ${id}`, services).catch(async (cause: unknown) => {
    await record({ thanks_failed_at: now(), thanks_claimed_at: null })
    throw cause
  })
  await record({ thanked_at: now(), thanks_failed_at: null })
  return sent(recipient)
}

/** Withdraws the review of a link and tells the owner. Throws `not-found` unless the review is pending or published. */
export const withdrawReview = async ({ token }: SendEmailTo<'withdrawal'>, services: Services) => {
  const { settings, database, sendMail } = services
  const { data } = await database.rpc('withdraw_review', { p_token: token }).throwOnError()
  const [review] = data
  if (!review) throw new FunctionError('not-found')
  await sendMail(withdrawnMail(review, settings)).catch((cause: unknown) => {
    console.error('[send-email] a review is withdrawn, but its notification was not sent:', reason(cause))
  })
  return {}
}
