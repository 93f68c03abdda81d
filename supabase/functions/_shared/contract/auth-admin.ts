import * as v from 'valibot'
import { emailAddress } from './text.ts'

/** In UTF-16 units. `supabase/config.toml` has the same number. */
export const PASSWORD_MIN = 10

/** bcrypt ignores any further bytes. */
export const PASSWORD_MAX_BYTES = 72

/** Maximum size in bytes. */
export const AUTH_ADMIN_BODY_MAX = 4 * 1024

/** `app_metadata` key, true while the account has the published default password. */
export const DEFAULT_PASSWORD_MARK = 'default_password'

/** `app_metadata` key, true while the account must change its password to get its rights. */
export const PASSWORD_CHANGE_FLAG = 'password_change_required'

/** Limit per IP address. */
export const SETUP_RATE = { limit: 10, windowSeconds: 3_600 } as const

/** Failed invitations don't count. */
export const INVITE_RATE = {
  ip: { limit: 20, windowSeconds: 3_600 },
  email: { limit: 3, windowSeconds: 86_400 },
} as const

const password = v.pipe(
  v.string(),
  v.check((text) => new TextEncoder().encode(text).length <= PASSWORD_MAX_BYTES),
)
const roleMetadata = v.object({ role: v.optional(v.nullable(v.string())) })

/** Body of POST /admin/users, which sets up the first administrator. Drops all other fields, including metadata. */
export const createUserSchema = v.object({
  email: emailAddress,
  password,
  email_confirm: v.optional(v.boolean(), true),
})

/** Body of POST /invite. Without `role`, invited users are invited again and keep theirs. */
export const inviteSchema = v.object({ email: emailAddress, data: v.optional(roleMetadata, {}) })

/** Body of PUT /admin/users/{id}. Roles other than `admin` remove that role. */
export const updateUserSchema = v.object({ user_metadata: v.required(roleMetadata) })
