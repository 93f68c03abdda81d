import { useIsMutating } from '@tanstack/react-query'
import { Inbox, X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { EmptyState } from '@/admin/components/empty-state'
import { ErrorPanel } from '@/admin/components/error-panel'
import { ExportButton } from '@/admin/components/export-button'
import { IconButton } from '@/admin/components/icon-button'
import { Pager } from '@/admin/components/pager'
import { SectionHeader } from '@/admin/components/section-header'
import { adminMessages } from '@/admin/messages'
import { Button } from '@/components/ui/button'
import { MODERATION_PAGE_SIZE, type ModeratedReview } from '@/domain/moderation'
import { isAppError } from '@/lib/errors'
import { exportedReviews } from './exported-reviews'
import { FailedThanks } from './failed-thanks'
import { NewReviews } from './new-reviews'
import { PublishedGrid } from './published-grid'
import type { ReviewQuery, ReviewStore } from './review-store'
import { ReviewTable } from './review-table'
import { useModeration } from './use-moderation'
import { reviewKeys, useReviewPage } from './use-reviews'

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
    next: 'Approve a pending review and it appears here, and on the website.',
  },
  rejected: {
    title: 'Deleted Reviews',
    description: 'Restore a review, which publishes it, or remove it permanently.',
    empty: messages.emptyRejected,
    next: 'Reviews you delete wait here until you restore or remove them.',
  },
} as const

/** `last`: the last row of the present page. A page that does not exist is replaced in the history, or Back would lead to it. */
export type GoToPage = (page: number, how?: { last?: ModeratedReview | undefined; replace?: boolean }) => void

type ReviewPanelProps = {
  store: ReviewStore
  query: ReviewQuery
  page: number
  total: number | undefined
  onPage: GoToPage
  onShowDeleted: () => void
  onThank: (review: ModeratedReview) => void
  onClearSearch: () => void
}

export function ReviewPanel(props: ReviewPanelProps) {
  const { store, query, page, total, onPage, onShowDeleted, onThank, onClearSearch } = props
  const { status, search } = query
  const { data: found, error, isFetching, isPlaceholderData, refetch } = useReviewPage(store, query)
  // The focus moves on when the rows change, so they must not seem to.
  const data = useMemo(() => found?.slice(0, MODERATION_PAGE_SIZE), [found])
  const moderation = useModeration(store, query, { onRejected: onShowDeleted, onThank })
  const { problem, dismissProblem } = moderation
  const { title, description, empty, next } = panels[status]
  // What is moderated has left the page before it is read again.
  const moderating = useIsMutating({ mutationKey: reviewKeys.moderation }) > 0
  const pastTheEnd = data?.length === 0 && !isFetching && !moderating && page > 1

  useEffect(() => {
    if (pastTheEnd) onPage(page - 1, { replace: true })
  }, [pastTheEnd, onPage, page])

  const noAccess = isAppError(error, 'signed-out', 'not-allowed')
  const closed = noAccess || (error !== null && data === undefined)
  const failure = (
    <ErrorPanel error={error} title={messages.failedTitle} query={{ refetch, isFetching }}>
      {noAccess ? undefined : messages.failed}
    </ErrorPanel>
  )

  const content = () => {
    if (closed) return failure
    if (!data || pastTheEnd) {
      return (
        <p role="status" className="py-10 text-center text-concrete-600">
          {messages.loading}
        </p>
      )
    }
    if (data.length === 0 && search) {
      return (
        <EmptyState
          title={messages.noMatch}
          action={
            <Button onClick={onClearSearch} variant="outline" size="sm">
              Clear the search
            </Button>
          }
        >
          The counts above show where there are matches.
        </EmptyState>
      )
    }
    if (data.length === 0)
      return (
        <EmptyState title={empty} icon={Inbox}>
          {next}
        </EmptyState>
      )
    if (status === 'approved') return <PublishedGrid reviews={data} moderate={moderation.moderate} onThank={onThank} />
    return <ReviewTable label={title} status={status} reviews={data} moderation={moderation} />
  }

  return (
    <div className="grid gap-4" aria-busy={isFetching}>
      <SectionHeader
        title={title}
        description={description}
        actions={<ExportButton name={`reviews-${tabNames[status]}`} read={() => exportedReviews(store, query)} />}
      />
      {problem && (
        <div className="relative">
          <ErrorPanel error={problem.error} title={problem.title}>
            {problem.text}
          </ErrorPanel>
          <IconButton Icon={X} label="Dismiss" onClick={dismissProblem} className="absolute top-2.5 right-2.5" />
        </div>
      )}
      {error && !closed && failure}
      {store.name === 'database' && status === 'pending' && page === 1 && !search && data && (
        <NewReviews newest={data[0]?.created_at} />
      )}
      {status === 'approved' && !search && page === 1 && !closed && <FailedThanks store={store} onThank={onThank} />}
      <div className={isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}>{content()}</div>
      {!closed && total !== undefined && (
        <Pager
          page={page}
          pageSize={MODERATION_PAGE_SIZE}
          total={total}
          more={found && found.length > MODERATION_PAGE_SIZE}
          busy={isPlaceholderData}
          onPage={(next) => onPage(next, { last: data?.at(-1) })}
        />
      )}
    </div>
  )
}
