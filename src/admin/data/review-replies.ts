import { DELIVERY_STATUSES } from '@contract/enquiry'
import * as v from 'valibot'
import { callFunction } from '@/admin/backend/api'
import { queryClient } from '@/admin/backend/query-client'
import { requestRebuild } from '@/admin/backend/rebuild'
import { replyMessages } from '@/admin/text/reply-messages'
import { toast } from '@/components/ui/toast'
import type { ModeratedReview } from '@/domain/moderation'
import { reviewKeys } from './reviews'

const replySchema = v.object({ reply: v.string(), delivery: v.optional(v.picklist(DELIVERY_STATUSES)) })

/**
 * Saves the public reply ('' deletes it) unless it's no longer `seen`, and emails the author about the first one. Returns
 * the stored reply. Throws `AppError`, `not-found` if the review isn't published.
 */
export const replyToReview = async ({ id, email }: ModeratedReview, reply: string, seen: string) => {
  const answer = await callFunction('admin-email', { kind: 'reply', id, reply, seen }, replySchema)
  if (answer.delivery === 'sent') toast.success(replyMessages.mailed(email))
  if (answer.delivery === 'failed') toast.error(replyMessages.notMailed(email))
  if (answer.reply !== seen) void requestRebuild()
  await queryClient.invalidateQueries({ queryKey: reviewKeys.all })
  return answer
}
