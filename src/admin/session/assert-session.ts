import { supabase } from '@/admin/backend/client'
import { fromAuth } from '@/admin/backend/errors'
import { AppError, isAppError } from '@/lib/errors'
import { adminSession } from './admin-session'

/** Returns whose session there is, renewed if need be. Throws `AppError` without one, and for another user's. */
export const assertSession = async (user = adminSession.current()?.user.id): Promise<string> => {
  const { data, error } = await supabase.auth.getSession()
  const failure = error && fromAuth(error)
  if (isAppError(failure, 'offline', 'timed-out')) throw failure
  // A session that could not be renewed is refused in many words; another tab's sign-in is known here a moment later.
  if (!data.session || data.session.user.id !== user) throw new AppError('signed-out', { cause: error })
  return user
}
