import * as v from 'valibot'
import { invitationFormSchema } from './invitation.ts'
import { optionalText } from './text.ts'

/** Maximum size in bytes. Fits the longest reply and the one before it in any JSON escaping. */
export const ADMIN_EMAIL_BODY_MAX = 16 * 1024

/** Maximum length of a reply to a review, in UTF-16 units. */
export const REVIEW_REPLY_MAX = 1_000

const id = v.pipe(v.string(), v.uuid())

/** Request body of `admin-email`. */
export const adminEmailSchema = v.variant('kind', [
  v.object({ kind: v.literal('settings') }),
  v.object({ kind: v.literal('resend-enquiry'), id }),
  v.object({ kind: v.literal('invite'), ...invitationFormSchema.entries }),
  v.object({ kind: v.literal('resend-invitation'), id }),
  v.object({ kind: v.literal('reply'), id, reply: optionalText(REVIEW_REPLY_MAX), seen: v.string() }),
])
export type AdminEmail = v.InferInput<typeof adminEmailSchema>
export type AdminEmailTo<Kind extends AdminEmail['kind']> = Extract<
  v.InferOutput<typeof adminEmailSchema>,
  { kind: Kind }
>
