import type { ReviewStatus } from '@contract/review'
import { useIsMutating } from '@tanstack/react-query'
import { Inbox, X } from 'lucide-react'
import { useContext, useState } from 'react'
import { queryClient } from '@/admin/backend/query-client'
import { EmptyState } from '@/admin/components/empty-state'
import { ErrorPanel } from '@/admin/components/error-panel'
import { ExportButton } from '@/admin/components/export-button'
import { IconButton } from '@/admin/components/icon-button'
import { toolClass } from '@/admin/components/list-tools'
import { NewRows } from '@/admin/components/new-rows'
import { PagedList } from '@/admin/components/paged-list'
import { SectionHeader } from '@/admin/components/section-header'
import { SmallButton } from '@/admin/components/small-button'
import { useListSearchParams } from '@/admin/components/use-list-parameters'
import { useNewest } from '@/admin/data/attention'
import { countNewerReviews, ReviewStoreContext, reviewKeys, useReviewPage } from '@/admin/data/reviews'
import { adminErrorText, adminMessages, capitalise } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { MODERATION_PAGE_SIZE, type ModeratedReview } from '@/domain/moderation'
import type { Cell } from '@/lib/csv'
import { fetchAllPages } from '@/lib/cursor'
import { isAppError } from '@/lib/errors'
import { lazyModule } from '@/lib/lazy-module'
import { FailedThankYouEmails, PublishedGrid } from './published-grid'
import { useRejectionReason } from './rejection-dialog'
import { getReviewSource } from './review-parts'
import { ReviewTable } from './review-table'
import { useModeration } from './use-moderation'

const replyModule = lazyModule(() => import('./reply-dialog'))

const { reviews: messages } = adminMessages
const tabNames = { pending: 'pending', approved: 'published', rejected: 'deleted' } as const
const panels = {
  pending: {
    title: 'Pending Reviews',
    description: 'Review and approve submitted reviews before they appear on the site.',
    empty: messages.emptyPending,
    next: 'New testimonials appear here as visitors send them.',
  },
  approved: {
    title: 'Published Reviews',
    description: 'These reviews are on the website for everyone to read.',
    empty: messages.emptyApproved,
    next: 'Approve a pending review and it will appear here and on the website.',
  },
  rejected: {
    title: 'Deleted Reviews',
    description: 'Restore a review to publish it, or delete it permanently.',
    empty: messages.emptyRejected,
    next: 'Deleted reviews stay here until you restore or permanently delete them.',
  },
} as const

const csvColumns: Record<string, (review: ModeratedReview) => Cell> = {
  Submitted: ({ created_at }) => new Date(created_at),
  Name: ({ name }) => name,
  Location: ({ location }) => location,
  Title: ({ title }) => title,
  Text: ({ text }) => text,
  Rating: ({ rating }) => rating,
  Source: getReviewSource,
  Email: ({ email }) => email,
  'Verified customer': ({ verified }) => (verified ? 'Yes' : 'No'),
  'Caught by the spam filter': ({ caught_as_spam }) => (caught_as_spam ? 'Yes' : 'No'),
  Moderated: ({ moderated_at }) => moderated_at && new Date(moderated_at),
  'Thank-you email sent': ({ thanked_at }) => thanked_at && new Date(thanked_at),
  Reply: ({ reply }) => reply,
}

const deletedColumns: typeof csvColumns = {
  ...csvColumns,
  'Reason for deletion': ({ reason }) => reason && capitalise(reason),
  'Note on the deletion': ({ reason_note }) => reason_note,
}

type ReviewPanelProps = {
  status: ReviewStatus
  total: number | undefined
  onThank: (review: ModeratedReview) => void
}

export function ReviewPanel({ status, total, onThank }: ReviewPanelProps) {
  const store = useContext(ReviewStoreContext)
  const { search, page, end, change, searchFor } = useListSearchParams()
  const query = { status, search, end }
  const found = useReviewPage(query)
  const reviews = found.data
  const isClosed = isAppError(found.error, 'signed-out', 'not-allowed')
  const moderation = useModeration(query, { showDeleted: () => change({ tab: 'deleted', page: '' }), onThank })
  const { problem, dismissProblem } = moderation
  const { askReason, dialog } = useRejectionReason()
  // Outlives the card, which a refetch may remove.
  const [replyTarget, setReplyTarget] = useState<ModeratedReview>()
  const ReplyDialog = useLazyModule(replyModule)?.default
  const openReply = (review: ModeratedReview) =>
    void replyModule.load().then(
      () => setReplyTarget(review),
      (cause: unknown) => toast.error(adminErrorText(cause)),
    )
  const readRows = () => fetchAllPages(MODERATION_PAGE_SIZE, (from) => store.page({ ...query, end: from }))
  const latest = useNewest()
  const { title, description, empty, next } = panels[status]
  const isFirst = page === 1 && !search

  return (
    <div className="grid gap-4">
      <SectionHeader
        title={title}
        description={description}
        actions={
          <div className={toolClass}>
            <ExportButton
              name={`reviews-${tabNames[status]}`}
              columns={status === 'rejected' ? deletedColumns : csvColumns}
              readRows={readRows}
            />
          </div>
        }
      />
      {problem && (
        <div className="relative">
          <ErrorPanel error={problem.error} title={problem.title}>
            {problem.text}
          </ErrorPanel>
          <IconButton Icon={X} label="Dismiss" onClick={dismissProblem} className="absolute top-2.5 right-2.5" />
        </div>
      )}
      {store.name === 'database' && status === 'pending' && isFirst && reviews && (
        <NewRows
          what={['review', 'reviews']}
          newest={reviews[0]?.created_at}
          latest={latest?.review}
          count={countNewerReviews}
          onShow={() => queryClient.refetchQueries({ queryKey: reviewKeys.all, type: 'active' })}
        />
      )}
      {status === 'approved' && isFirst && reviews && !isClosed && <FailedThankYouEmails onThank={onThank} />}
      <PagedList
        query={found}
        rows={isClosed ? undefined : reviews}
        total={total}
        pageSize={MODERATION_PAGE_SIZE}
        changing={useIsMutating({ mutationKey: reviewKeys.moderation }) > 0}
        texts={messages}
        empty={
          search ? (
            <EmptyState
              title={messages.noMatch}
              action={<SmallButton onClick={() => searchFor('')}>Clear search</SmallButton>}
            >
              Check the counts above for matches in other tabs.
            </EmptyState>
          ) : (
            <EmptyState title={empty} icon={Inbox}>
              {next}
            </EmptyState>
          )
        }
      >
        {(rows) =>
          status === 'approved' ? (
            <PublishedGrid
              reviews={rows}
              moderate={moderation.moderate}
              askReason={askReason}
              onThank={onThank}
              onReply={store.name === 'database' ? openReply : undefined}
            />
          ) : (
            <ReviewTable label={title} status={status} reviews={rows} moderation={moderation} askReason={askReason} />
          )
        }
      </PagedList>
      {dialog}
      {replyTarget && ReplyDialog && (
        <ReplyDialog key={replyTarget.id} review={replyTarget} onClose={() => setReplyTarget(undefined)} />
      )}
    </div>
  )
}
