import { authAdmin, getSession, signOutOnServer, supabase, type User } from '@/admin/backend/client'
import { fromAuth } from '@/admin/backend/errors'
import { ADMIN_ROLE, hasAdminRole, hasDefaultPassword, mustChangePassword } from '@/domain/user'
import type { EmailedLink } from '@/lib/emailed-link'
import { AppError, isAppError } from '@/lib/errors'
import { paths } from '@/paths'
import { type Access, adminSession, fetchAccess, needsTwoFactor, refetchData } from './admin-session'
import { defaultAdmin } from './default-admin'
import { endOtherSessions, needsMfaCode } from './two-factor'
import { assertStrongPassword } from './weak-password'

const SIGN_OUT_TIMEOUT_MS = 5_000

const isOver = (error: AppError) => isAppError(error, 'signed-out', 'not-found', 'banned')

// Returns whether the server succeeded. Ignores late responses, because the user may have signed in again.
const endSession = async (scope: 'global' | 'local'): Promise<boolean> => {
  const signal = AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS)
  const givenUp = new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false)))
  const ended = signOutOnServer(scope, signal).then((error) => error === null || isOver(fromAuth(error)))
  const done = await Promise.race([ended, givenUp])
  adminSession.forget()
  // Without a stored session, this only notifies the other tabs.
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

/** Signs an administrator in. Throws `AppError` (`not-allowed` for other users). */
export const signIn = async ({ email, password }: { email: string; password: string }): Promise<Access> => {
  const { data, error } = await supabase.auth.signInWithPassword({ email, password, options: { captchaToken: '' } })
  if (error) throw fromAuth(error)
  // Check the role before setting the flag (contract, point 4).
  await requireRole(data.user)
  const access = await fetchAccess(data.user.id).catch(async (error: unknown) => {
    if (mustChangePassword(data.user) || (await needsMfaCode())) throw error
    return 'failed' as const
  })
  if (needsTwoFactor(access) || access === 'password-change') return access
  adminSession.setFlag()
  void refetchData()
  return access
}

// Treated as success, because only existing accounts get this code and it would reveal them.
// At the project's hourly limit, the same code means that no email arrives.
const RATE_LIMITED = 'over_email_send_rate_limit'

/** Requests a reset link without revealing whether the account exists. Throws `AppError`. */
export const requestReset = async (email: string): Promise<void> => {
  const redirectTo = `${window.location.origin}${paths.adminResetPassword.href}`
  const { error } = await supabase.auth.resetPasswordForEmail(email, { redirectTo })
  if (error && error.code !== RATE_LIMITED) throw fromAuth(error)
}

/** Creates the default administrator. Throws `AppError` (`setup-closed` or `email-exists`). */
export const setUpAdmin = async (): Promise<void> => {
  const { error } = await (await authAdmin()).createUser({
    ...defaultAdmin,
    email_confirm: true,
    user_metadata: { role: ADMIN_ROLE },
  })
  if (error) throw fromAuth(error)
}

type LinkToken = Extract<EmailedLink, { tokenHash: string }>

/** Signs in by an emailed link. Throws `AppError` (`weak-password` or `link-ended`). */
export const acceptLink = async ({ tokenHash, type }: LinkToken, password: string): Promise<void> => {
  // Don't spend the single-use token on a weak password.
  await assertStrongPassword(password, '')
  const { error } = await supabase.auth.verifyOtp({ token_hash: tokenHash, type })
  if (!error) return
  const failure = fromAuth(error)
  throw isAppError(failure, 'refused') ? new AppError('link-ended', { cause: error }) : failure
}

// New password whose response was lost.
let unanswered: string | undefined

/**
 * Changes the password, after an emailed link without `current`. Returns whether other sessions ended. Throws
 * `AppError`: `weak-password`, `wrong-password`, `code-needed`, or `not-allowed` (changed, but without the role).
 */
export const changePassword = async (password: string, current?: string): Promise<boolean> => {
  const { data: before } = await getSession()
  // The auth server reports an unchanged password itself.
  if (password !== current) await assertStrongPassword(password, before.session?.user.email ?? '')
  // The code's response may have been lost.
  const id = before.session?.user.id ?? ''
  const isProved = async () => (await fetchAccess(id).catch(() => 'failed')) === 'granted'
  if ((await needsMfaCode()) && !(await isProved())) throw new AppError('code-needed')
  const update = (proof = current) => supabase.auth.updateUser({ password, ...(proof && { current_password: proof }) })
  let { data, error } = await update()
  if (error?.code === 'current_password_invalid' && password === unanswered) ({ data, error } = await update(password))
  const failure = error && fromAuth(error)
  const made = password === unanswered && error?.code === 'same_password'
  unanswered = isAppError(failure, 'offline', 'timed-out') ? password : undefined
  if (failure && !made) throw failure
  const user = data.user ?? before.session?.user
  // The hosted auth server returns the user before the database clears the default-password marks.
  if (user && hasDefaultPassword(user)) await supabase.auth.refreshSession()
  const othersEnded = await endOtherSessions()
  await requireRole(user)
  if ((await fetchAccess(id).catch(() => 'failed')) !== 'set-up') adminSession.setFlag()
  return othersEnded
}

/** Ends an incomplete sign-in in this browser. */
export const abandonSignIn = (): Promise<boolean> => {
  adminSession.clearFlag()
  return endSession('local')
}

/** Signs out everywhere, or here if the server fails. Returns whether it succeeded. */
export const logOut = async (): Promise<boolean> => {
  adminSession.startSigningOut()
  adminSession.clearFlag()
  return endSession('global')
}
