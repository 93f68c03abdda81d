import { DELIVERY_STATUSES, ENQUIRY_KINDS } from '@contract/enquiry'
import { enquiryPhotoSchema } from '@contract/enquiry-photo'
import * as v from 'valibot'

export const ENQUIRY_PAGE_SIZE = 50

export const ENQUIRY_STATUSES = ['new', 'contacted', 'visit booked', 'quoted', 'won', 'lost'] as const
export type EnquiryStatus = (typeof ENQUIRY_STATUSES)[number]

/** In UTF-16 units. */
export const ENQUIRY_NOTE_MAX = 2_000

const statusSchema = v.picklist(ENQUIRY_STATUSES)

export const storedEnquirySchema = v.object({
  ...v.entriesFromList(['id', 'name', 'email', 'phone', 'subject', 'message', 'source', 'created_at'], v.string()),
  kind: v.picklist(ENQUIRY_KINDS),
  delivery: v.picklist(DELIVERY_STATUSES),
  /** Null for shared business cards. */
  status: v.nullable(statusSchema),
  /** Oldest first. `by` is the administrator's email address. */
  status_changes: v.array(v.object({ status: statusSchema, at: v.string(), by: v.string() })),
  note: v.string(),
  photos: v.array(enquiryPhotoSchema),
})
export type StoredEnquiry = v.InferOutput<typeof storedEnquirySchema>

/** `undelivered`: emails that can be resent. */
export const ENQUIRY_FILTERS = ['all', ...ENQUIRY_STATUSES, 'undelivered'] as const
export type EnquiryFilter = (typeof ENQUIRY_FILTERS)[number]

export const enquiryPageSchema = v.object({
  total: v.number(),
  enquiries: v.array(storedEnquirySchema),
  /** Matches of the search by filter, without zeros. */
  counts: v.optional(v.record(v.string(), v.number())),
})
export type EnquiryPage = v.InferOutput<typeof enquiryPageSchema>

// Same as on the server, which sets no outcome later.
const ATTEMPT_TIMEOUT_MS = 2 * 60_000

/** Whether an email can be resent. The server decides, so `now` (in ms) may be off by hours. */
export const canResend = ({ delivery, created_at }: StoredEnquiry, now: number): boolean =>
  delivery === 'failed' || (delivery === 'pending' && Math.abs(now - Date.parse(created_at)) > ATTEMPT_TIMEOUT_MS)

// Chrome on Windows opens no mail program for longer URLs.
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

/** Encodes the address, so that it can't add headers, but not `@`, which some mail programs don't decode. */
export const mailtoHref = (email: string): string => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

/** Returns a `mailto:` URL of at most 2,000 characters that quotes the message. */
export const replyHref = ({ name, email, subject, message }: StoredEnquiry, sentOn: string): string => {
  const lines = ['', '', `${name} wrote on ${sentOn}:`, ...message.split(/\r\n|\r|\n/).map((line) => `> ${line}`)]
  const head = `${mailtoHref(email)}?subject=${encodedUpTo(SUBJECT_MAX, `Re: ${subject || 'Your enquiry'}`, '...')}&body=`
  return head + encodedUpTo(MAILTO_MAX - head.length, lines.join('\r\n'), LEFT_OUT)
}
