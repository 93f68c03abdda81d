import type { AdminEmailTo } from '../_shared/contract/admin-email.ts'
import type { TablesUpdate } from '../_shared/contract/database.types.ts'
import type { DeliveryStatus } from '../_shared/contract/enquiry.ts'
import { FunctionError, reason } from '../_shared/errors.ts'
import { replyMail } from '../_shared/mails.ts'
import { createLinkToken, type Services } from '../_shared/services.ts'

/** Emails the author about the first reply. Returns undefined if that isn't due. Only logs failures. */
const notifyAuthor = async (id: string, services: Services): Promise<DeliveryStatus | undefined> => {
  const { settings, database, sendMail } = services
  const { token, token_hash } = await createLinkToken()
  const { data } = await database.rpc('claim_reply', { p_id: id, p_token_hash: token_hash }).throwOnError()
  const [review] = data
  if (!review) return undefined
  const now = new Date().toISOString()
  const change: TablesUpdate<'reviews'> = await sendMail(replyMail({ ...review, token }, settings)).then(
    () => ({ reply_sent_at: now, reply_failed_at: null }),
    (cause: unknown) => {
      console.error(`[admin-email] the reply to review ${id} is saved, but its email was not sent:`, reason(cause))
      return { reply_failed_at: now, reply_claimed_at: null }
    },
  )
  const { error } = await database.from('reviews').update(change).eq('id', id)
  if (error) console.error(`[admin-email] review ${id}: couldn't record the email about its reply:`, reason(error))
  return change.reply_sent_at ? 'sent' : 'failed'
}

/**
 * Saves the reply to a published review unless it's no longer `seen`, and emails its author once. Returns the stored
 * reply. Saving the same one again repeats a failed email. Throws `not-found` if the review isn't published.
 */
export const replyToReview = async ({ id, reply, seen }: AdminEmailTo<'reply'>, services: Services) => {
  const save = { p_id: id, p_reply: reply, p_seen: seen }
  const { data: stored } = await services.database.rpc('save_review_reply', save).throwOnError()
  if (stored === null) throw new FunctionError('not-found')
  return { reply: stored, delivery: stored === reply ? await notifyAuthor(id, services) : undefined }
}
