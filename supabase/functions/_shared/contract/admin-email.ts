import * as v from 'valibot'
import { invitationFormSchema } from './invitation.ts'

/** Maximum size in bytes. */
export const ADMIN_EMAIL_BODY_MAX = 4 * 1024

const id = v.pipe(v.string(), v.uuid())

/** Request body of `admin-email`. */
export const adminEmailSchema = v.variant('kind', [
  v.object({ kind: v.literal('settings') }),
  v.object({ kind: v.literal('resend-enquiry'), id }),
  v.object({ kind: v.literal('invite'), ...invitationFormSchema.entries }),
  v.object({ kind: v.literal('resend-invitation'), id }),
])
export type AdminEmail = v.InferInput<typeof adminEmailSchema>
export type AdminEmailTo<Kind extends AdminEmail['kind']> = Extract<
  v.InferOutput<typeof adminEmailSchema>,
  { kind: Kind }
>
