import type { ReviewStatus } from '@contract/review'
import { useMutation } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { attentionKey, queryClient } from '@/admin/backend/query-client'
import type { AttentionCounts } from '@/admin/data/attention'
import { type ReviewQuery, ReviewStoreContext, reviewKeys } from '@/admin/data/reviews'
import { adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { useIsShown } from '@/components/ui/use-is-shown'
import type { ModeratedReview, ModerationCounts, Rejection } from '@/domain/moderation'
import { AppError } from '@/lib/errors'

type ModerationAction = 'approve' | 'undo' | 'reject' | 'remove'
type Details = { status?: ReviewStatus; rejection?: Rejection }
type Moderation = Details & { action: ModerationAction; ids: readonly string[]; status: ReviewStatus }
type Problem = { title: string; error: unknown; text?: string }
type Page = readonly ModeratedReview[] | undefined
type Offers = { showDeleted: () => void; onThank: (review: ModeratedReview) => void }

const { reviews: messages } = adminMessages
const texts = {
  approve: { one: messages.approved, many: messages.approvedMany, failed: messages.approveFailed },
  undo: { one: messages.undone, many: () => messages.undone, failed: messages.undoFailed },
  reject: { one: messages.rejected, many: messages.rejectedMany, failed: messages.rejectFailed },
  remove: { one: messages.removed, many: messages.removedMany, failed: messages.removeFailed },
} as const
const WAITING_COLUMNS = { pending: 'reviews', approved: 'published', rejected: 'deleted' } as const
const TARGETS = { approve: 'approved', reject: 'rejected' } as const

/** Moderates the reviews of one view, with optimistic updates. */
export const useModeration = (query: ReviewQuery, { showDeleted, onThank }: Offers) => {
  const store = useContext(ReviewStoreContext)
  const [problem, setProblem] = useState<Problem>()
  const isShown = useIsShown()
  const pageKey = reviewKeys.page(store, query)
  const moveCounts = (count: number, from: ReviewStatus, to: ReviewStatus) => {
    queryClient.setQueryData<ModerationCounts>(
      reviewKeys.counts(store, query.search),
      (counts) => counts && { ...counts, [from]: Math.max(0, counts[from] - count), [to]: counts[to] + count },
    )
    if (store.name === 'simulation') return
    const { [from]: source, [to]: target } = WAITING_COLUMNS
    queryClient.setQueryData<AttentionCounts>(
      attentionKey,
      (counts) =>
        counts && { ...counts, [source]: Math.max(0, counts[source] - count), [target]: counts[target] + count },
      // Keep the timestamp, because the other counts aren't refreshed.
      { updatedAt: queryClient.getQueryState(attentionKey)?.dataUpdatedAt ?? 0 },
    )
  }

  const update = ({ action, ids }: Moderation): Page => {
    const before = queryClient.getQueryData<Page>(pageKey)
    if (action === 'remove' || action === 'undo') return before
    queryClient.setQueryData<Page>(pageKey, (page) => page?.filter(({ id }) => !ids.includes(id)))
    moveCounts(ids.length, query.status, TARGETS[action])
    return before
  }

  const rollBack = ({ action, ids }: Moderation, before: Page) => {
    if (action === 'remove' || action === 'undo') return
    queryClient.setQueryData<Page>(
      pageKey,
      (page) => page && before?.filter(({ id }) => ids.includes(id) || page.some((review) => review.id === id)),
    )
    moveCounts(ids.length, TARGETS[action], query.status)
  }

  const sendThanks = (changed: readonly string[], page: Page) => {
    const review = page?.find(({ id }) => id === changed[0])
    const isNext = changed.length === 1 && review?.email && !review.thanked_at
    return isNext ? { label: 'Say thanks', onClick: () => onThank(review) } : undefined
  }

  const { mutateAsync } = useMutation({
    mutationKey: reviewKeys.moderation,
    meta: { skipWaitingRefresh: true },
    mutationFn: ({ action, ids, status, rejection }: Moderation) => {
      if (action === 'remove') return store.remove(ids)
      if (action === 'undo') return store.setStatus(ids, 'approved', status)
      return store.setStatus(ids, status, TARGETS[action], rejection)
    },
    async onMutate(moderation) {
      // Not in onSuccess, because another action's success would hide this one's error.
      setProblem(undefined)
      await Promise.all([reviewKeys.all, attentionKey].map((queryKey) => queryClient.cancelQueries({ queryKey })))
      return update(moderation)
    },
    onSuccess(changed, { action, ids, status }, before) {
      const { one, many, failed } = texts[action]
      if (changed.length > 0) {
        const undo = () => void moderate('undo', changed, { status })
        const options = {
          approve: { undo, action: sendThanks(changed, before) },
          reject: { action: { label: 'Show deleted', onClick: showDeleted } },
          undo: {},
          remove: {},
        }
        toast.success(changed.length === 1 ? one : many(changed.length), options[action])
      }
      const conflicts = ids.length - changed.length
      if (conflicts === 0) return
      const text = ids.length === 1 ? messages.overtaken : messages.overtakenMany(conflicts, ids.length)
      setProblem({ title: failed, error: new AppError('conflict'), text })
      toast.error(failed, { silent: isShown() })
    },
    onError(error, moderation, before) {
      rollBack(moderation, before)
      const { failed } = texts[moderation.action]
      setProblem({ title: failed, error })
      toast.error(failed, { silent: isShown() })
    },
    onSettled(_changed, _error, { action }) {
      // Refetching during another action would undo its optimistic update.
      if (queryClient.isMutating({ mutationKey: reviewKeys.all }) > 1) return undefined
      // For `remove`, the `confirm` dialog refetches the counts.
      const keys = action === 'remove' ? [reviewKeys.all] : [reviewKeys.all, attentionKey]
      const read = Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      // Permanent deletion isn't optimistic, so wait for the new list.
      return action === 'remove' ? read : undefined
    },
  })

  /** Skips reviews with a running action. To undo, pass their previous `status`. */
  const moderate = async (action: ModerationAction, ids: readonly string[], details: Details = {}): Promise<void> => {
    const running = queryClient.getMutationCache().findAll({ mutationKey: reviewKeys.moderation, status: 'pending' })
    const busy = running.flatMap(({ state }) => (state.variables as Moderation).ids)
    const free = ids.filter((id) => !busy.includes(id))
    if (free.length > 0) await mutateAsync({ status: query.status, ...details, action, ids: free }).catch(() => {})
  }

  const dismissProblem = () => setProblem(undefined)
  return { moderate, problem, dismissProblem }
}
