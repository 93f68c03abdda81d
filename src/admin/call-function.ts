import type { AdminEmail } from '@contract/admin-email'
import type { ApprovalMail } from '@contract/approval-mail'
import type { Moderation } from '@contract/moderation'
import { fromFunction } from '@/lib/supabase-errors'
import { supabase } from '@/supabase'

type Bodies = { 'admin-email': AdminEmail; 'moderate-reviews': Moderation; 'send-email': ApprovalMail }

/** Calls a function as the administrator who is signed in; returns its answer. Throws `AppError`. */
export const callFunction = async <Name extends keyof Bodies>(name: Name, body: Bodies[Name]): Promise<unknown> => {
  const { data, error } = await supabase.functions.invoke<unknown>(name, { body })
  if (error) throw await fromFunction(error)
  return data
}
