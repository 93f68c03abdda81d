import { adminErrorText, adminMessages } from '@/admin/messages'
import { AppError } from '@/lib/errors'

const { session } = adminMessages

const sentence = (error: unknown, instead: Partial<Record<AppError['code'], string>>): string =>
  (error instanceof AppError ? instead[error.code] : undefined) ?? adminErrorText(error)

/** Why signing in failed. */
export const signInText = (error: unknown): string => sentence(error, { 'not-allowed': session.denied })

/** Why the recovery e-mail was not sent: the server's words where it had any. */
export const resetText = (error: unknown): string =>
  sentence(error, {
    offline: `${session.resetFailed}. ${adminMessages.errors.offline}`,
    unexpected: session.resetFailed,
  })

/** Why the default administrator was not created. */
export const setUpText = (error: unknown): string =>
  sentence(error, {
    'email-exists': session.setUpExists,
    'setup-closed': session.setUpExists,
    'users-unchecked': session.setUpUnchecked,
    'not-allowed': session.setUpOff,
    'signed-out': session.setUpOff,
    unexpected: session.setUpRefused,
    offline: `${session.setUpFailed}. ${adminMessages.errors.offline}`,
  })

/** Why a new password was refused; weak ones with each reason the server gave. */
export const passwordText = (error: unknown): string => {
  if (!(error instanceof AppError) || error.code !== 'weak-password') return signInText(error)
  const reasons = error.reasons.map((reason) => session.weakReasons[reason] ?? '')
  return [error.detail ?? adminErrorText(error), ...reasons].filter(Boolean).join(' ')
}
