import type { ReviewStatus } from '@contract/review'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { toast } from '@/components/ui/toast'
import type { ModeratedReview, ModerationCounts } from '@/domain/moderation'
import { AppError } from '@/lib/errors'
import type { ReviewQuery, ReviewStore } from './review-store'
import { reviewKeys } from './use-reviews'

export type ModerationAction = 'approve' | 'reject' | 'remove'
export type ModerationProblem = { title: string; error: unknown; text?: string | undefined }
type Moderation = { action: ModerationAction; ids: readonly string[] }
type Page = readonly ModeratedReview[] | undefined

const { reviews: messages } = adminMessages
const texts = {
  approve: { one: messages.approved, many: messages.approvedMany, failed: messages.approveFailed },
  reject: { one: messages.rejected, many: messages.rejectedMany, failed: messages.rejectFailed },
  remove: { one: messages.removed, many: messages.removedMany, failed: messages.removeFailed },
} as const
const TARGETS = { approve: 'approved', reject: 'rejected' } as const

/** Approves, deletes and removes the reviews of one view, with optimistic updates. */
export const useModeration = (
  store: ReviewStore,
  query: ReviewQuery,
  { onRejected, onThank }: { onRejected: () => void; onThank: (review: ModeratedReview) => void },
) => {
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<ModerationProblem>()

  const pageKey = reviewKeys.page(store, query)
  const moveCounts = (count: number, from: ReviewStatus, to: ReviewStatus) =>
    queryClient.setQueryData<ModerationCounts>(
      reviewKeys.counts(store, query.search),
      (counts) => counts && { ...counts, [from]: Math.max(0, counts[from] - count), [to]: counts[to] + count },
    )

  const update = ({ action, ids }: Moderation): Page => {
    const before = queryClient.getQueryData<Page>(pageKey)
    if (action === 'remove') return before
    queryClient.setQueryData<Page>(pageKey, (page) => page?.filter(({ id }) => !ids.includes(id)))
    moveCounts(ids.length, query.status, TARGETS[action])
    return before
  }

  const rollBack = ({ action, ids }: Moderation, before: Page) => {
    if (action === 'remove') return
    queryClient.setQueryData<Page>(
      pageKey,
      (page) => page && before?.filter(({ id }) => ids.includes(id) || page.some((review) => review.id === id)),
    )
    moveCounts(ids.length, TARGETS[action], query.status)
  }

  const showDeleted = { label: 'Show deleted', onClick: onRejected }
  const sendThanks = (action: ModerationAction, changed: readonly string[], page: Page) => {
    const review = page?.find(({ id }) => id === changed[0])
    const isNext = action === 'approve' && changed.length === 1 && review?.email && !review.thanked_at
    return isNext ? { label: 'Send thanks', onClick: () => onThank(review) } : undefined
  }

  const { mutateAsync, isPending, variables } = useMutation({
    mutationKey: reviewKeys.moderation,
    mutationFn: ({ action, ids }: Moderation) =>
      action === 'remove' ? store.remove(ids) : store.setStatus(ids, query.status, TARGETS[action]),
    async onMutate(moderation) {
      // Not on success: that of an action beside it would hide why this one failed.
      setProblem(undefined)
      await queryClient.cancelQueries({ queryKey: reviewKeys.all })
      return update(moderation)
    },
    onSuccess(changed, { action, ids }, before) {
      const { one, many, failed } = texts[action]
      if (changed.length > 0) {
        const next = action === 'reject' ? showDeleted : sendThanks(action, changed, before)
        toast.success(changed.length === 1 ? one : many(changed.length), next && { action: next })
      }
      const conflicts = ids.length - changed.length
      if (conflicts === 0) return
      const text = ids.length === 1 ? messages.overtaken : messages.overtakenMany(conflicts, ids.length)
      setProblem({ title: failed, error: new AppError('conflict'), text })
      toast.error(failed)
    },
    onError(error, moderation, before) {
      rollBack(moderation, before)
      const { failed } = texts[moderation.action]
      setProblem({ title: failed, error })
      toast.error(failed)
    },
    onSettled() {
      // Refetching during another action would undo its optimistic update.
      if (queryClient.isMutating({ mutationKey: reviewKeys.all }) > 1) return
      void queryClient.invalidateQueries({ queryKey: reviewKeys.all })
    },
  })

  /** Ignores reviews that another action is working on. */
  const moderate = async (action: ModerationAction, ids: readonly string[]): Promise<void> => {
    const running = queryClient.getMutationCache().findAll({ mutationKey: reviewKeys.moderation, status: 'pending' })
    const busy = running.flatMap(({ state }) => (state.variables as Moderation).ids)
    const free = ids.filter((id) => !busy.includes(id))
    if (free.length > 0) await mutateAsync({ action, ids: free }).catch(() => {})
  }

  const dismissProblem = () => setProblem(undefined)
  return { moderate, removing: isPending && variables.action === 'remove', problem, dismissProblem }
}
