import { defaultAdmin } from '@/admin/default-admin'
import { ADMIN_ROLE, holdsAdminRole } from '@/domain/user'
import { AppError } from '@/lib/errors'
import { fromAuth } from '@/lib/supabase-errors'
import { paths } from '@/paths'
import { authAdmin, supabase, type User } from '@/supabase'
import { adminSession } from './admin-session'

const SIGN_OUT_PATIENCE_MS = 5_000

/** Ends sessions on the server, then here whatever the server said. Returns whether the server did its part. */
const endSession = async (scope: 'global' | 'local'): Promise<boolean> => {
  const ended = supabase.auth.signOut({ scope }).then(({ error }) => error === null)
  const patience = new Promise<boolean>((resolve) => setTimeout(resolve, SIGN_OUT_PATIENCE_MS, false))
  const done = await Promise.race([ended, patience])
  adminSession.forget()
  return done
}

const requireRole = async (user: User): Promise<void> => {
  if (holdsAdminRole(user)) return
  adminSession.leave()
  await endSession('local')
  adminSession.settle()
  throw new AppError('not-allowed')
}

/** What follows once the server knows who it is: the dashboard, or first a password of one's own. */
export type Admission = 'dashboard' | 'password-change'

/** Signs an administrator in; anybody else is signed out again and refused with `not-allowed`. */
export const signIn = async ({ email, password }: { email: string; password: string }): Promise<Admission> => {
  const { data, error } = await supabase.auth.signInWithPassword({ email, password, options: { captchaToken: '' } })
  if (error) throw fromAuth(error)
  // Role first, flag second (contract, point 4). What the role allows is decided by the database with every call.
  await requireRole(data.user)
  if (data.user.app_metadata.password_change_required === true) return 'password-change'
  adminSession.setFlag()
  return 'dashboard'
}

/** Sends the e-mail with the link to the reset screen. The server does not tell whether there is such an account. */
export const requestReset = async (email: string): Promise<void> => {
  const redirectTo = `${window.location.origin}${paths.adminResetPassword.href}`
  const { error } = await supabase.auth.resetPasswordForEmail(email, { redirectTo })
  if (error) throw fromAuth(error)
}

/** Creates the default administrator; the server allows it once, while there is none. */
export const setUpAdmin = async (): Promise<void> => {
  const { error } = await (await authAdmin()).createUser({
    ...defaultAdmin,
    email_confirm: true,
    user_metadata: { role: ADMIN_ROLE },
  })
  if (error) throw fromAuth(error)
}

/** Replaces the signed-in user's password and ends their other sessions; returns whether those could be ended. */
export const changePassword = async (password: string): Promise<boolean> => {
  const { data, error } = await supabase.auth.updateUser({ password })
  if (error) throw fromAuth(error)
  const others = await supabase.auth.signOut({ scope: 'others' })
  await requireRole(data.user)
  adminSession.setFlag()
  return others.error === null
}

/** Logs out everywhere, and in this browser even when the server cannot be reached; returns whether it could. */
export const logOut = async (): Promise<boolean> => {
  adminSession.leave()
  adminSession.clearFlag()
  return endSession('global')
}
