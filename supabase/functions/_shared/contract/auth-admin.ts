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

/** Error codes of the `auth-admin` function: GoTrue's own, and seven of ours. */
export const AUTH_ADMIN_MESSAGES = {
  email_exists: 'A user with this email address has already been registered',
  weak_password: `Password should be at least ${PASSWORD_MIN} characters.`,
  validation_failed: 'Unable to validate the details of this user',
  user_not_found: 'User not found',
  mfa_factor_not_found: 'Factor not found',
  no_authorization: 'This endpoint requires a valid Bearer token',
  not_admin: 'User not allowed',
  last_admin: 'The last administrator cannot be removed',
  setup_closed: 'An administrator already exists',
  restoring: 'A backup is being restored. Please try again when it has finished.',
  users_unchecked: 'Failed to check for existing users',
  invite_failed: 'The invitation could not be sent',
  not_found: 'Not found',
  over_request_rate_limit: 'Request rate limit reached',
  too_large: 'Request body too large',
  unexpected_failure: 'Unexpected failure, please try again later',
} as const
export type AuthAdminErrorCode = keyof typeof AUTH_ADMIN_MESSAGES

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
