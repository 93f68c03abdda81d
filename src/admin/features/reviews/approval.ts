import type { ApprovalMail } from '@contract/approval-mail'
import * as v from 'valibot'
import { site } from '@/content/site'
import { type ApprovalLink, type ReviewToApprove, reviewToApproveSchema } from '@/domain/moderation'
import { AppError } from '@/lib/errors'
import { fromFunction, parsedAnswer } from '@/lib/supabase-errors'
import { supabase } from '@/supabase'

const COLUMNS = 'id,name,location,title,text,rating,source,email,created_at,moderated_at,status'

/** The testimonial of an approval link; `null` when no testimonial has this id together with this hash. */
export const findByLink = async ({ id, hash }: ApprovalLink): Promise<ReviewToApprove | null> => {
  const found = supabase.from('reviews').select(COLUMNS).eq('id', id).eq('approval_hash', hash)
  const [review] = parsedAnswer(await found.retry(false), v.array(reviewToApproveSchema))
  if (review) return review
  // To somebody who is no administrator the database shows an empty table, which is not the same as a dead link.
  const isAdmin = parsedAnswer(await supabase.rpc('is_admin'), v.boolean())
  if (!isAdmin) throw new AppError('not-allowed')
  return null
}

/** Thanks the writer of an approved review, at the address stored with it. */
export const thankReviewer = async (mail: ApprovalMail): Promise<void> => {
  const { error } = await supabase.functions.invoke('send-email', { body: mail })
  if (error) throw await fromFunction(error)
}

/** The e-mail as it is suggested; subject by contract, point 9. */
export const suggestedMail = ({ name }: Pick<ReviewToApprove, 'name'>) => ({
  subject: 'Thank you for your feedback!',
  message: `Dear ${name},

Thank you for taking the time to tell others about your experience with ${site.name}. Your testimonial is now published on our website.

Feedback like yours helps us do better work, and helps other homeowners to decide with confidence.

Kind regards,
${site.founder.name}
${site.name}`,
})
