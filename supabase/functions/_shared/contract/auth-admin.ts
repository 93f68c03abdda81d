import * as v from 'valibot'
import { emailAddress } from './text.ts'

/** Least length of a password, in UTF-16 units here; the auth server has the same number in `supabase/config.toml`. */
export const PASSWORD_MIN = 10

/** bcrypt reads no further than this many bytes. */
export const PASSWORD_MAX_BYTES = 72

/** Largest request body of `auth-admin`, in bytes. */
export const AUTH_ADMIN_BODY_MAX = 4 * 1024

/** Of `app_metadata`: true while the account has the default password, which is published. */
export const DEFAULT_PASSWORD_MARK = 'default_password'

/** Of `app_metadata`: true while the account has no rights until it has a password of its own. */
export const PASSWORD_CHANGE_FLAG = 'password_change_required'

/** Attempts to set up the first administrator from one IP address in an hour. */
export const SETUP_RATE = { limit: 10, windowSeconds: 3_600 } as const

/** Invitations that may be sent from one IP address in an hour, and to one email address in a day; failed ones do not count. */
export const INVITE_RATE = {
  ip: { limit: 20, windowSeconds: 3_600 },
  email: { limit: 3, windowSeconds: 86_400 },
} as const

const password = v.pipe(
  v.string(),
  v.check((text) => new TextEncoder().encode(text).length <= PASSWORD_MAX_BYTES),
)
const roleMetadata = v.object({ role: v.optional(v.nullable(v.string())) })

/** Body of POST /admin/users, which sets up the first administrator: everything else a caller sends is dropped. */
export const createUserSchema = v.object({
  email: emailAddress,
  password,
  email_confirm: v.optional(v.boolean(), true),
})

/** Body of POST /invite: with `role` for someone new; without it, also for someone who was invited before, who keeps theirs. */
export const inviteSchema = v.object({ email: emailAddress, data: v.optional(roleMetadata, {}) })

/** Body of PUT /admin/users/{id}: any role but that of an administrator takes this one away. */
export const updateUserSchema = v.object({ user_metadata: v.required(roleMetadata) })
