import { DELIVERY_STATUSES, ENQUIRY_KINDS } from '@contract/enquiry'
import * as v from 'valibot'

export const ENQUIRY_PAGE_SIZE = 50

const storedEnquirySchema = v.object({
  id: v.string(),
  kind: v.picklist(ENQUIRY_KINDS),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  subject: v.string(),
  message: v.string(),
  source: v.string(),
  delivery: v.picklist(DELIVERY_STATUSES),
  answered_at: v.nullable(v.string()),
  created_at: v.string(),
})
export type StoredEnquiry = v.InferOutput<typeof storedEnquirySchema>

/** `new`: messages that are not marked as answered; `undelivered`: e-mails that the mail server refused. */
export const ENQUIRY_FILTERS = ['all', 'new', 'undelivered'] as const
export type EnquiryFilter = (typeof ENQUIRY_FILTERS)[number]

export const enquiryPageSchema = v.object({ total: v.number(), enquiries: v.array(storedEnquirySchema) })
export type EnquiryPage = v.InferOutput<typeof enquiryPageSchema>

// As long as the server's: an attempt without an outcome by then never gets one.
const ATTEMPT_TIMEOUT_MS = 2 * 60_000

/** Whether the e-mail may be sent again: it failed, or its only attempt was never finished. */
export const canResend = ({ delivery, created_at }: StoredEnquiry, now: number): boolean =>
  delivery === 'failed' || (delivery === 'pending' && now - Date.parse(created_at) > ATTEMPT_TIMEOUT_MS)

/** Whether it still waits for an answer; shares of the business card never do. */
export const isNew = ({ kind, answered_at }: Pick<StoredEnquiry, 'kind' | 'answered_at'>): boolean =>
  kind === 'contact' && answered_at === null

// Chrome on Windows opens no mail program for a longer URL.
const MAILTO_MAX = 2_000
const SUBJECT_MAX = 500
const LEFT_OUT = '[...]\r\n\r\n(The rest of your message is left out here.)'

const encodedUpTo = (max: number, text: string, note: string): string => {
  const whole = encodeURIComponent(text)
  if (whole.length <= max) return whole
  const end = encodeURIComponent(note)
  let kept = ''
  for (const character of text) {
    const next = encodeURIComponent(character)
    if (kept.length + next.length + end.length > max) break
    kept += next
  }
  return kept + end
}

// `@` may stand as it is, and not every mail program decodes it.
const mailbox = (email: string): string => encodeURIComponent(email).replaceAll('%40', '@')

/** A `mailto:` link. What would be a header in the e-mail address is only part of the address. */
export const mailtoHref = (email: string): string => `mailto:${mailbox(email)}`

/** A link that opens the mail program with an answer to an enquiry, its words quoted as far as there is room. */
export const replyHref = ({ name, email, subject, message }: StoredEnquiry, sentOn: string): string => {
  const lines = ['', '', `${name} wrote on ${sentOn}:`, ...message.split(/\r\n|\r|\n/).map((line) => `> ${line}`)]
  const head = `${mailtoHref(email)}?subject=${encodedUpTo(SUBJECT_MAX, `Re: ${subject || 'Your enquiry'}`, '...')}&body=`
  return head + encodedUpTo(MAILTO_MAX - head.length, lines.join('\r\n'), LEFT_OUT)
}
