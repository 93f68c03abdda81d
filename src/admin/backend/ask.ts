import type { AdminEmail } from '@contract/admin-email'
import type { ApprovalMail } from '@contract/approval-mail'
import type { Rebuild } from '@contract/rebuild'
import { AppError } from '@/lib/errors'
import { supabase } from './client'
import { fromFunction } from './errors'

type Bodies = { 'admin-email': AdminEmail; rebuild: Rebuild; 'send-email': ApprovalMail }

/** Calls a function as the administrator who is signed in; returns its response. Throws `AppError`. */
export const callFunction = async <Name extends keyof Bodies>(name: Name, body: Bodies[Name]): Promise<unknown> => {
  const { data, error } = await supabase.functions.invoke<unknown>(name, { body })
  if (!error) return data
  const failure = await fromFunction(error)
  // The functions have one code for both.
  const isSignedOut = failure.code === 'not-allowed' && !(await supabase.auth.getSession()).data.session
  throw isSignedOut ? new AppError('signed-out', { cause: error }) : failure
}
