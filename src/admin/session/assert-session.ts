import { getSession } from '@/admin/backend/client'
import { fromAuth } from '@/admin/backend/errors'
import { AppError, isAppError } from '@/lib/errors'
import { adminSession } from './admin-session'

/** Returns the id of the session's user, renewing the session if need be. Throws `AppError` unless it is `user`'s. */
export const assertSession = async (user = adminSession.current()?.user.id): Promise<string> => {
  const { data, error } = await getSession()
  const failure = error && fromAuth(error)
  if (isAppError(failure, 'offline', 'timed-out')) throw failure
  // A refused renewal has many codes; a sign-in in another tab is known here a moment later.
  if (!data.session || data.session.user.id !== user) throw new AppError('signed-out', { cause: error })
  return user
}
