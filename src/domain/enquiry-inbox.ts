import { DELIVERY_STATUSES, ENQUIRY_KINDS } from '@contract/enquiry'
import * as v from 'valibot'

export const ENQUIRY_PAGE_SIZE = 50

const storedEnquirySchema = v.object({
  ...v.entriesFromList(['id', 'name', 'email', 'phone', 'subject', 'message', 'source', 'created_at'], v.string()),
  kind: v.picklist(ENQUIRY_KINDS),
  delivery: v.picklist(DELIVERY_STATUSES),
  answered_at: v.nullable(v.string()),
})
export type StoredEnquiry = v.InferOutput<typeof storedEnquirySchema>

/** `new`: messages not marked as answered; `undelivered`: emails that the mail server refused. */
export const ENQUIRY_FILTERS = ['all', 'new', 'undelivered'] as const
export type EnquiryFilter = (typeof ENQUIRY_FILTERS)[number]

export const enquiryPageSchema = v.object({ total: v.number(), enquiries: v.array(storedEnquirySchema) })
export type EnquiryPage = v.InferOutput<typeof enquiryPageSchema>

// As on the server, where an attempt without an outcome by then never gets one.
const ATTEMPT_TIMEOUT_MS = 2 * 60_000

/**
 * Whether an enquiry's email may be sent again: it failed, or has had no outcome for two minutes. `now`, in ms, may be of a
 * clock that is hours behind: the server decides.
 */
export const canResend = ({ delivery, created_at }: StoredEnquiry, now: number): boolean =>
  delivery === 'failed' || (delivery === 'pending' && Math.abs(now - Date.parse(created_at)) > ATTEMPT_TIMEOUT_MS)

/** Whether it still waits for an answer; shares of the business card never do. */
export const isUnanswered = ({ kind, answered_at }: Pick<StoredEnquiry, 'kind' | 'answered_at'>): boolean =>
  kind === 'contact' && answered_at === null

// Chrome on Windows opens no mail program for a longer URL.
const MAILTO_MAX = 2_000
const SUBJECT_MAX = 500
const LEFT_OUT = '[...]\r\n\r\n(The rest of your message is left out here.)'

const encodedUpTo = (max: number, text: string, note: string): string => {
  const encoded = encodeURIComponent(text)
  if (encoded.length <= max) return encoded
  const end = encodeURIComponent(note)
  let kept = ''
  for (const character of text) {
    const next = encodeURIComponent(character)
    if (kept.length + next.length + end.length > max) break
    kept += next
  }
  return kept + end
}

/** Encodes the address, which could otherwise add headers, except for `@`, which not every mail program decodes. */
export const mailtoHref = (email: string): string => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

/** A `mailto:` URL of at most 2,000 characters that quotes the message, as far as it fits. */
export const replyHref = ({ name, email, subject, message }: StoredEnquiry, sentOn: string): string => {
  const lines = ['', '', `${name} wrote on ${sentOn}:`, ...message.split(/\r\n|\r|\n/).map((line) => `> ${line}`)]
  const head = `${mailtoHref(email)}?subject=${encodedUpTo(SUBJECT_MAX, `Re: ${subject || 'Your enquiry'}`, '...')}&body=`
  return head + encodedUpTo(MAILTO_MAX - head.length, lines.join('\r\n'), LEFT_OUT)
}
