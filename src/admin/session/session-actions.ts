import { authAdmin, endOnServer, supabase, type User } from '@/admin/backend/client'
import { fromAuth } from '@/admin/backend/errors'
import { ADMIN_ROLE, hasAdminRole, hasDefaultPassword, mustChangePassword } from '@/domain/user'
import type { EmailedLink } from '@/lib/emailed-link'
import { AppError, isAppError } from '@/lib/errors'
import { paths } from '@/paths'
import { adminSession } from './admin-session'
import { defaultAdmin } from './default-admin'
import { refuseWeakPassword } from './weak-password'

const SIGN_OUT_TIMEOUT_MS = 5_000

const isOver = (error: AppError) => isAppError(error, 'signed-out', 'not-found', 'banned')

// Signs out on the server, then here in any case; returns whether the server succeeded. A later response is ignored: it would
// end the session of someone who has signed in again.
const endSession = async (scope: 'global' | 'local'): Promise<boolean> => {
  const signal = AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS)
  const givenUp = new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false)))
  const ended = endOnServer(scope, signal).then((error) => error === null || isOver(fromAuth(error)))
  const done = await Promise.race([ended, givenUp])
  adminSession.forget()
  // With the session forgotten it asks no server, and tells the other tabs.
  await supabase.auth.signOut({ scope: 'local' })
  return done
}

const requireRole = async (user: User | undefined): Promise<void> => {
  if (hasAdminRole(user)) return
  adminSession.startSigningOut()
  await endSession('local')
  adminSession.endSigningOut()
  throw new AppError('not-allowed')
}

export type Admission = 'dashboard' | 'password-change'

/** Signs an administrator in. Anyone else is signed out again; throws `not-allowed`. */
export const signIn = async ({ email, password }: { email: string; password: string }): Promise<Admission> => {
  const { data, error } = await supabase.auth.signInWithPassword({ email, password, options: { captchaToken: '' } })
  if (error) throw fromAuth(error)
  // Role first, flag second (contract, point 4). The database checks the role on every call.
  await requireRole(data.user)
  if (mustChangePassword(data.user)) return 'password-change'
  adminSession.setFlag()
  return 'dashboard'
}

// Of accounts only, so it counts as sent, or strangers would learn who has one. Mostly the email of a minute ago is there;
// the same code also stands for the hourly limit of the whole project, and then none is.
const ASKED_BEFORE = 'over_email_send_rate_limit'

/** Sends the email with the reset link. Nobody learns here whether the account exists. */
export const requestReset = async (email: string): Promise<void> => {
  const redirectTo = `${window.location.origin}${paths.adminResetPassword.href}`
  const { error } = await supabase.auth.resetPasswordForEmail(email, { redirectTo })
  if (error && error.code !== ASKED_BEFORE) throw fromAuth(error)
}

/** Creates the default administrator; the server allows it only while there is no administrator. */
export const setUpAdmin = async (): Promise<void> => {
  const { error } = await (await authAdmin()).createUser({
    ...defaultAdmin,
    email_confirm: true,
    user_metadata: { role: ADMIN_ROLE },
  })
  if (error) throw fromAuth(error)
}

type LinkToken = Extract<EmailedLink, { tokenHash: string }>

/**
 * Signs in with the token of an emailed link, which works once, so not for a `password` that is too weak anyway. Throws
 * `link-ended` for one that was used, is too old or none.
 */
export const acceptLink = async ({ tokenHash, type }: LinkToken, password: string): Promise<void> => {
  await refuseWeakPassword(password, '')
  const { error } = await supabase.auth.verifyOtp({ token_hash: tokenHash, type })
  if (!error) return
  const failure = fromAuth(error)
  throw isAppError(failure, 'refused') ? new AppError('link-ended', { cause: error }) : failure
}

// The password to which no response came: it may have been stored all the same.
let unanswered: string | undefined

/**
 * Replaces the signed-in user's password and ends their other sessions; returns whether those were ended. A project that
 * asks for the `current` password refuses without it, but for the session of a link.
 */
export const changePassword = async (password: string, current?: string): Promise<boolean> => {
  const { data: before } = await supabase.auth.getSession()
  // For the same password as before, the auth server has a sentence of its own.
  if (password !== current) await refuseWeakPassword(password, before.session?.user.email ?? '')
  const { data, error } = await supabase.auth.updateUser({ password, ...(current && { current_password: current }) })
  const failure = error && fromAuth(error)
  const made = password === unanswered && error?.code === 'same_password'
  unanswered = isAppError(failure, 'offline', 'timed-out') ? password : undefined
  if (failure && !made) throw failure
  const user = data.user ?? before.session?.user
  // The hosted auth server answers with what it read before the database took the marks of the default password off.
  if (user && hasDefaultPassword(user)) await supabase.auth.refreshSession()
  const others = await supabase.auth.signOut({ scope: 'others' })
  await requireRole(user)
  adminSession.setFlag()
  return others.error === null
}

/**
 * The same for someone who proves the current password. They do so by signing in: a project need not ask for it, and never
 * asks the session of a link.
 */
export const changeOwnPassword = async (typed: { email: string; current: string; password: string }) => {
  const signInBy = (password: string) =>
    supabase.auth.signInWithPassword({ email: typed.email, password, options: { captchaToken: '' } })
  let proof = typed.current
  let { error } = await signInBy(proof)
  if (error?.code === 'invalid_credentials' && typed.password === unanswered) {
    proof = typed.password
    ;({ error } = await signInBy(proof))
  }
  if (error?.code === 'invalid_credentials') throw new AppError('wrong-password', { cause: error })
  if (error) throw fromAuth(error)
  return changePassword(typed.password, proof)
}

/** Logs out everywhere, and in this browser in any case; returns whether the server succeeded. */
export const logOut = async (): Promise<boolean> => {
  adminSession.startSigningOut()
  adminSession.clearFlag()
  return endSession('global')
}
