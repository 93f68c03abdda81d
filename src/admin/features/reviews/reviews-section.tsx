import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { SearchBox } from '@/admin/components/search-box'
import { Tabs } from '@/admin/components/tabs'
import { AdminOnly } from '@/admin/features/session/admin-only'
import { Button } from '@/components/ui/button'
import type { ReviewStatus } from '@/domain/moderation'
import { ReviewPanel } from './review-panel'
import { DemoNotice } from './review-parts'
import type { ReviewStore } from './review-store'
import { reviewKeys, useReviewCounts, useReviewStore } from './use-reviews'

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

const useReviewParameters = () => {
  const [parameters, setParameters] = useSearchParams()
  const asked = Number(parameters.get('page'))
  const page = Number.isSafeInteger(asked) && asked > 0 && asked <= 1_000_000 ? asked : 1
  const change = (values: Record<string, string>, replace = false) =>
    setParameters(
      (before) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) before.set(name, value)
          else before.delete(name)
        }
        return before
      },
      { replace, preventScrollReset: true },
    )
  return { search: parameters.get('q')?.trim() ?? '', page, change }
}

function Moderation({ store }: { store: ReviewStore }) {
  const queryClient = useQueryClient()
  const { search, page, change } = useReviewParameters()
  const { data: counts } = useReviewCounts(store, search)
  const [refreshing, setRefreshing] = useState(false)

  const refresh = async () => {
    setRefreshing(true)
    await queryClient.refetchQueries({ queryKey: reviewKeys.all, type: 'active' })
    setRefreshing(false)
  }
  // Replaces the history entry; otherwise every search would add one.
  const searchFor = (text: string) => change({ q: text, page: '' }, true)
  const tab = (key: string, label: string, status: ReviewStatus) => ({
    key,
    label: (
      <span className="tabular-nums">
        {label} ({counts ? counts[status].toLocaleString('en-GB') : '…'})
      </span>
    ),
    content: (
      <ReviewPanel
        key={store.name}
        store={store}
        query={{ status, search, page }}
        total={counts?.[status]}
        onPage={(next) => change({ page: next === 1 ? '' : String(next) })}
        onShowDeleted={() => change({ tab: 'deleted', page: '' })}
        onClearSearch={() => searchFor('')}
      />
    ),
  })

  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchBox
          label="Search reviews"
          placeholder="Name, place, words or e-mail"
          value={search}
          onSearch={searchFor}
        />
        <Button disabled={refreshing} onClick={() => void refresh()} variant="outline" size="sm">
          <RefreshCw aria-hidden className={`size-4 ${refreshing ? 'animate-spin' : ''}`} />
          {refreshing ? 'Refreshing...' : 'Refresh Data'}
        </Button>
      </div>
      <Tabs
        label="Reviews by status"
        tabs={[
          tab('pending', 'Pending', 'pending'),
          tab('published', 'Published', 'approved'),
          tab('deleted', 'Deleted', 'rejected'),
        ]}
      />
      <p className="text-concrete-600 text-sm">
        Manage reviews, approve new submissions, or delete inappropriate content.
      </p>
    </div>
  )
}
