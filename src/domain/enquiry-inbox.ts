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
  created_at: v.string(),
})
export type StoredEnquiry = v.InferOutput<typeof storedEnquirySchema>

/** `total` counts the enquiries of all pages; newest first. */
export const enquiryPageSchema = v.object({ total: v.number(), enquiries: v.array(storedEnquirySchema) })

// As long as the server's: an attempt without an outcome by then never gets one.
const ATTEMPT_MS = 2 * 60_000

/** Whether the e-mail may be sent again: it failed, or its only attempt was never finished. */
export const canResend = ({ delivery, created_at }: StoredEnquiry, now: number): boolean =>
  delivery === 'failed' || (delivery === 'pending' && now - Date.parse(created_at) > ATTEMPT_MS)
