import { DELIVERY_STATUSES } from '@contract/enquiry'
import * as v from 'valibot'
import { callFunction } from '@/admin/backend/api'
import { queryClient } from '@/admin/backend/query-client'
import { requestRebuild } from '@/admin/backend/rebuild'
import { replyMessages } from '@/admin/text/reply-messages'
import { toast } from '@/components/ui/toast'
import type { ModeratedReview } from '@/domain/moderation'
import { AppError, isAppError } from '@/lib/errors'
import { reviewKeys } from './reviews'

const replySchema = v.object({ reply: v.string(), delivery: v.optional(v.picklist(DELIVERY_STATUSES)) })

/**
 * Saves the public reply ('' deletes it) unless it's no longer `seen`, and emails the author about the first one. Returns
 * the stored reply. Throws `AppError`, `refused` if the review isn't published.
 */
export const replyToReview = async ({ id, email }: ModeratedReview, reply: string, seen: string) => {
  const refetch = () => queryClient.invalidateQueries({ queryKey: reviewKeys.all })
  try {
    const answer = await callFunction('admin-email', { kind: 'reply', id, reply, seen }, replySchema)
    if (answer.delivery === 'sent') toast.success(replyMessages.mailed(email))
    if (answer.delivery === 'failed') toast.error(replyMessages.notMailed(email))
    await refetch()
    return answer
  } catch (cause) {
    // Not awaited, because it never ends while offline.
    void refetch()
    throw isAppError(cause, 'not-found')
      ? new AppError('refused', { cause, detail: replyMessages.notPublished })
      : cause
  } finally {
    // It may have been saved even if the response was lost.
    if (reply !== seen) void requestRebuild()
  }
}
