import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Tabs } from '@/admin/components/tabs'
import { AdminOnly } from '@/admin/features/session/admin-only'
import { buttonClass } from '@/components/ui/button'
import { DemoNotice } from './demo-notice'
import { ReviewPanel } from './review-panel'
import { ReviewSearch } from './review-search'
import type { ReviewStore } from './review-store'
import { useReviewStore } from './use-review-store'
import { reviewTabs, useReviewView } from './use-review-view'
import { reviewKeys, useReviewCounts } from './use-reviews'

/** Reviews Management: what visitors have sent, in three tabs. The dashboard's header holds the heading. */
export default function ReviewsSection() {
  const { store, leaveDemo } = useReviewStore()
  if (store.name === 'database')
    return (
      <AdminOnly what="reviews">
        <Moderation store={store} />
      </AdminOnly>
    )
  return (
    <div className="grid gap-5">
      <DemoNotice onLeave={leaveDemo} />
      <Moderation store={store} />
    </div>
  )
}

function Moderation({ store }: { store: ReviewStore }) {
  const queryClient = useQueryClient()
  const { tab, query, showTab, showPage, setSearch } = useReviewView()
  const { data: counts } = useReviewCounts(store, query.search)
  const [refreshing, setRefreshing] = useState(false)

  const refresh = async () => {
    setRefreshing(true)
    await queryClient.refetchQueries({ queryKey: reviewKeys.all, type: 'active' })
    setRefreshing(false)
  }

  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ReviewSearch value={query.search} onSearch={setSearch} />
        <button
          type="button"
          disabled={refreshing}
          onClick={() => void refresh()}
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          <RefreshCw aria-hidden className={`size-4 ${refreshing ? 'animate-spin' : ''}`} />
          {refreshing ? 'Refreshing...' : 'Refresh Data'}
        </button>
      </div>
      <Tabs
        label="Reviews by status"
        value={tab}
        onValueChange={showTab}
        tabs={reviewTabs.map(({ key, status, label }) => ({
          key,
          label: (
            <span className="tabular-nums">
              {label} ({counts ? counts[status].toLocaleString('en-GB') : '…'})
            </span>
          ),
          content: key === tab && (
            <ReviewPanel
              // What was chosen or went wrong in one tab says nothing about the next.
              key={`${store.name} ${key}`}
              store={store}
              query={query}
              total={counts?.[status]}
              onPage={showPage}
              onShowDeleted={() => showTab('deleted')}
              onClearSearch={() => setSearch('')}
            />
          ),
        }))}
      />
      <p className="text-concrete-600 text-sm">
        Manage reviews, approve new submissions, or delete inappropriate content.
      </p>
    </div>
  )
}
