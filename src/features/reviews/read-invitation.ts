import { type Invitation, invitationSchema } from '@/domain/review'
import { parsedAnswer } from '@/lib/supabase-errors'
import { asVisitor, supabase } from '@/supabase'

/** Returns what the link with this token may say. Throws `AppError`. */
export const readInvitation = async (token: string, signal: AbortSignal): Promise<Invitation> => {
  const answer = await supabase
    .rpc('review_invitation', { p_token: token })
    .setHeader(...asVisitor)
    .abortSignal(signal)
  return parsedAnswer(answer, invitationSchema)
}
