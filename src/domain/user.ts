import { DEFAULT_PASSWORD_MARK, PASSWORD_CHANGE_FLAG } from '@contract/auth-admin'
import { emailAddress, requiredLine } from '@contract/text'
import * as v from 'valibot'

export const ADMIN_ROLE = 'admin'

const metadata = v.optional(v.nullable(v.looseObject({ role: v.optional(v.unknown()) })))

const roleHolderSchema = v.object({ user_metadata: metadata, raw_user_meta_data: metadata })

/** Whether screens treat a user as administrator. The database enforces the rights. */
export const hasAdminRole = (user: unknown): boolean => {
  const parsed = v.safeParse(roleHolderSchema, user)
  if (!parsed.success) return false
  const { user_metadata, raw_user_meta_data } = parsed.output
  return user_metadata?.role === ADMIN_ROLE || raw_user_meta_data?.role === ADMIN_ROLE
}

type Account = { app_metadata: Record<string, unknown> }

export const hasDefaultPassword = ({ app_metadata }: Account): boolean => app_metadata[DEFAULT_PASSWORD_MARK] === true

export const mustChangePassword = ({ app_metadata }: Account): boolean => app_metadata[PASSWORD_CHANGE_FLAG] === true

const password = v.pipe(v.string(), v.nonEmpty())

export const signInSchema = v.object({ email: emailAddress, password })

export const emailFormSchema = v.object({ email: emailAddress })

export const inviteUserSchema = v.object({
  email: emailAddress,
  role: v.pipe(v.optional(v.string(), ''), v.nonEmpty(), v.picklist(['admin', 'none'])),
})

/** Strength is checked on submit, by `assertStrongPassword` and the auth server. */
export const newPasswordSchema = v.pipe(
  v.object({ password, confirmation: password }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmation']],
      ({ password, confirmation }) => password === '' || password === confirmation,
    ),
    ['confirmation'],
  ),
)

export const changePasswordSchema = v.intersect([v.object({ current: password }), newPasswordSchema])

/** Six digits from an authenticator app, without spaces. */
export const codeSchema = v.object({
  code: v.pipe(
    v.string(),
    v.transform((typed) => typed.replace(/\s/g, '')),
    v.regex(/^\d{6}$/),
  ),
})

export const factorNameSchema = v.object({ name: requiredLine(40) })
