import { APPROVAL_MAIL_RATES } from '../_shared/contract/approval-mail.ts'
import type { Tables, TablesInsert } from '../_shared/contract/database.types.ts'
import {
  BUSINESS_CARD_PATH,
  type DeliveryStatus,
  IDEMPOTENCY_HEADER,
  SEND_EMAIL_LIMITS,
  type SendEmailTo,
} from '../_shared/contract/enquiry.ts'
import { ENQUIRY_STORED, sentTo } from '../_shared/contract/reply.ts'
import type { ServerSettings } from '../_shared/contract/settings.ts'
import type { Settings } from '../_shared/env.ts'
import { FunctionError, reason } from '../_shared/http.ts'
import type { Mail } from '../_shared/mailer.ts'
import { approvalMail, businessCardMail, enquiryMail, testMail } from '../_shared/mails.ts'
import type { Services } from '../_shared/services.ts'

/** What a request says beside its body. */
export type Caller = { ip: string; idempotencyKey: string | undefined }

/**
 * The URL of the business card on the origin of ours that was named; refuses every other page. Any path would do for the
 * site, which answers it with its own 404, but the words in it would appear in the company's e-mail.
 */
const requireCardPage = (cardUrl: string, { siteOrigins }: Settings): string => {
  const url = URL.canParse(cardUrl) ? new URL(cardUrl) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || !siteOrigins.includes(url.origin)) {
    throw new FunctionError('not-allowed')
  }
  // Static hosts may add the slash: the page is the index of a folder.
  if (url.pathname.replace(/\/$/, '') !== BUSINESS_CARD_PATH) throw new FunctionError('not-allowed')
  return `${url.origin}${BUSINESS_CARD_PATH}`
}

/** Refuses unless the verification service confirms the token; does nothing when no secret is configured. */
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

/** Sends an e-mail that is stored nowhere; `what` names it in the log. */
const sendOrRefuse = (mail: Mail, what: string, { sendMail }: Services): Promise<void> =>
  sendMail(mail).catch((cause: unknown) => {
    console.error(`[send-email] ${what} was not sent:`, reason(cause))
    throw new FunctionError('delivery-failed')
  })

/** Sends the e-mail of a stored enquiry and records whether the mail server took it. */
const attemptDelivery = async (id: string, mail: Mail, { database, sendMail }: Services): Promise<DeliveryStatus> => {
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

/** The mailbox that limits count by: `name+anything@` is another spelling of `name@`, with the same person behind it. */
export const mailboxOf = (email: string): string => email.replace(/\+[^@]*@/, '@')

const ALREADY_SENT = 'PT409'
const UNIQUE_VIOLATION = '23505'

const mailOf = (enquiry: Tables<'enquiries'>, settings: Settings): Mail =>
  enquiry.kind === 'business-card'
    ? businessCardMail(enquiry.email, enquiry.message, settings)
    : enquiryMail(enquiry, settings)

/** Sends the e-mail of a stored enquiry that has not gone out; refuses when it has, or is going out. */
const deliverAgain = async (id: string, services: Services) => {
  const { data, error } = await services.database.rpc('claim_enquiry', { p_id: id })
  if (error?.code === ALREADY_SENT) throw new FunctionError('conflict')
  if (error) throw error
  const [enquiry] = data
  if (!enquiry) throw new FunctionError('not-found')
  return { enquiry, delivery: await attemptDelivery(id, mailOf(enquiry, services.settings), services) }
}

/** Stores and mails what a visitor sends; once, also when the answer was lost and the same request comes again. */
const storeAndMail = async (
  enquiry: TablesInsert<'enquiries'>,
  idempotencyKey: string | undefined,
  services: Services,
): Promise<{ id: string; delivery: DeliveryStatus }> => {
  const enquiries = services.database.from('enquiries')
  const row = { ...enquiry, ...(idempotencyKey && { id: idempotencyKey }) }
  const { data, error } = await enquiries.insert(row).select().single()
  if (data) return { id: data.id, delivery: await attemptDelivery(data.id, mailOf(data, services.settings), services) }
  if (!idempotencyKey || error.code !== UNIQUE_VIOLATION) throw error
  const { data: stored } = await enquiries.select().eq('id', idempotencyKey).single().throwOnError()
  // Its limits and checks were passed for these words to this mailbox, not for what another request has stored.
  const isSame = (['kind', 'email', 'message'] as const).every((column) => stored[column] === enquiry[column])
  if (!isSame) throw new FunctionError('invalid', { fields: [IDEMPOTENCY_HEADER] })
  if (stored.delivery === 'sent') return { id: idempotencyKey, delivery: 'sent' }
  const { delivery } = await deliverAgain(idempotencyKey, services).catch((cause: unknown) => {
    // The first attempt is still under way, and may fail.
    if (cause instanceof FunctionError && cause.code === 'conflict') return { delivery: 'failed' as const }
    throw cause
  })
  return { id: idempotencyKey, delivery }
}

/** Sends the fixed card to a recipient the visitor chose. */
export const shareCard = async (request: SendEmailTo<'card'>, services: Services, { idempotencyKey }: Caller) => {
  const { recipient, cardUrl, source, domain } = request
  const message = requireCardPage(cardUrl, services.settings)
  await services.limit('send-email-recipient', mailboxOf(recipient), SEND_EMAIL_LIMITS.recipient)

  const share = { kind: 'business-card', email: recipient, message, source, domain }
  const { id, delivery } = await storeAndMail(share, idempotencyKey, services)
  if (delivery === 'failed') throw new FunctionError('delivery-failed')
  return { message: sentTo(recipient), details: { id, recipient, delivery } }
}

/** Stores a visitor's enquiry, then mails it to the company; a dead mail server does not lose it. */
export const sendEnquiry = async (request: SendEmailTo<'enquiry'>, services: Services, caller: Caller) => {
  const { recaptchaToken, ...written } = request
  await verifyRecaptcha(recaptchaToken, caller.ip, services)

  const { id, delivery } = await storeAndMail({ ...written, kind: 'contact' }, caller.idempotencyKey, services)
  const recipient = services.settings.company.email
  const message = delivery === 'sent' ? sentTo(recipient) : ENQUIRY_STORED
  return { message, details: { id, recipient, delivery } }
}

/**
 * Sends an administrator's HTML the way an enquiry travels: to the company's mailbox, with replies to the typed
 * test e-mail address (`from`). It is a test, so it is not stored with the visitors' enquiries.
 */
export const sendTestMail = async (test: SendEmailTo<'test'>, services: Services) => {
  const { settings } = services
  if (test.from === '') throw new FunctionError('invalid', { fields: ['fromEmail'] })
  await sendOrRefuse(testMail(test, settings), 'the test e-mail', services)
  const recipient = settings.mailTo
  return { message: sentTo(recipient), details: { id: crypto.randomUUID(), recipient, delivery: 'sent' } }
}

/** Thanks the writer of an approved review, at the e-mail address that was stored with it, and records whether that worked. */
export const thankReviewer = async ({ id, subject, message }: SendEmailTo<'approval'>, services: Services) => {
  const { settings, database, limit } = services
  const { data: review } = await database
    .from('reviews')
    .select('status, email, thanked_at')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (!review) throw new FunctionError('invalid', { fields: ['approvedReviewId'] })
  if (review.status !== 'approved') throw new FunctionError('not-allowed')
  const sent = { message: sentTo(review.email), details: { id, recipient: review.email, delivery: 'sent' } }
  // The answer of the first call was lost, or somebody else was quicker.
  if (review.thanked_at) return sent
  const release = await limit('send-email-review', id, APPROVAL_MAIL_RATES.review)

  const record = async (change: { thanked_at?: string; thanks_failed_at: string | null }) => {
    const { error } = await database.from('reviews').update(change).eq('id', id)
    if (error)
      console.error(`[send-email] review ${id}: whether its writer was thanked is not recorded:`, reason(error))
  }
  const now = () => new Date().toISOString()
  const mail = approvalMail(review.email, subject, message, settings)
  await sendOrRefuse(mail, `the thanks for review ${id}`, services).catch(async (cause: unknown) => {
    await Promise.all([record({ thanks_failed_at: now() }), release()])
    throw cause
  })
  await record({ thanked_at: now(), thanks_failed_at: null })
  return sent
}

/** Sends the e-mail of a stored enquiry again, to where it was meant to go, when the first attempt failed. */
export const resendEnquiry = async ({ id }: SendEmailTo<'resend'>, services: Services) => {
  const { enquiry, delivery } = await deliverAgain(id, services)
  if (delivery === 'failed') throw new FunctionError('delivery-failed')
  const recipient = enquiry.kind === 'business-card' ? enquiry.email : services.settings.company.email
  return { message: sentTo(recipient), details: { id, recipient, delivery } }
}

/** Tells an administrator what is configured here, so that the dashboard can show what contradicts it. */
export const tellSettings = async (_: SendEmailTo<'settings'>, { settings }: Services) => {
  const { company, mailTo, mailFrom, siteUrl, siteOrigins, smtp, recaptcha, deployHookUrl } = settings
  const told: ServerSettings = {
    companyEmail: company.email,
    mailTo,
    mailFrom,
    siteUrl,
    siteOrigins,
    smtpPort: smtp.port,
    smtpSignIn: smtp.user !== '' && smtp.pass !== '',
    recaptchaSecret: recaptcha.secret !== '',
    deployHook: deployHookUrl !== '',
  }
  return { settings: told }
}
