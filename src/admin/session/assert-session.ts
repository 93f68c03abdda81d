import { getSession } from '@/admin/backend/client'
import { fromAuth } from '@/admin/backend/errors'
import { AppError, isAppError } from '@/lib/errors'
import { adminSession } from './admin-session'

/** Renews the session and returns its user id. Throws `AppError` unless it is `user`. */
export const assertSession = async (user = adminSession.current()?.user.id): Promise<string> => {
  const { data, error } = await getSession()
  const failure = error && fromAuth(error)
  if (isAppError(failure, 'offline', 'timed-out')) throw failure
  // Failed renewals have many codes. Another tab's sign-in arrives here late.
  if (!data.session || data.session.user.id !== user) throw new AppError('signed-out', { cause: error })
  return user
}
