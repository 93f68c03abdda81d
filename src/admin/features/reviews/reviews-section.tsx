import { useQueryClient } from '@tanstack/react-query'
import { MailPlus, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { SearchBox } from '@/admin/components/search-box'
import { Tabs } from '@/admin/components/tabs'
import { AdminOnly } from '@/admin/features/session/admin-only'
import { Button } from '@/components/ui/button'
import type { ModeratedReview, ReviewStatus } from '@/domain/moderation'
import { endsBefore, type PageEnd } from '@/lib/pages'
import { paths } from '@/paths'
import { AskDialog } from './ask-dialog'
import { InvitationPanel } from './invitation-panel'
import { invitationKeys, useInvitations } from './invitations'
import { type GoToPage, ReviewPanel } from './review-panel'
import { DemoNotice } from './review-parts'
import type { ReviewStore } from './review-store'
import { ThanksDialog } from './thanks-form'
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
    <div className="grid grid-cols-1 gap-5">
      <DemoNotice onLeave={leaveDemo} />
      <Moderation store={store} />
    </div>
  )
}

const endSchema = v.object({ id: v.string(), created_at: v.string() })
const historySchema = v.fallback(v.object({ ends: v.array(endSchema) }), { ends: [] })
type Options = { replace?: boolean; state?: { ends: readonly PageEnd[] } }

const useReviewParameters = () => {
  const [parameters, setParameters] = useSearchParams()
  const asked = Number(parameters.get('page'))
  const page = Number.isSafeInteger(asked) && asked > 0 && asked <= 1_000_000 ? asked : 1
  // The ends of the pages before belong to the history entry: they survive a reload, and an address copied elsewhere begins anew.
  const { ends } = v.parse(historySchema, useLocation().state)
  const change = (values: Record<string, string>, options: Options = {}) =>
    setParameters(
      (before) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) before.set(name, value)
          else before.delete(name)
        }
        return before
      },
      { ...options, preventScrollReset: true },
    )
  return { search: parameters.get('q')?.trim() ?? '', page, ends, change }
}

function TabLabel({ label, count }: { label: string; count: number | undefined }) {
  return (
    <span className="tabular-nums">
      {label} ({count?.toLocaleString('en-GB') ?? '…'})
    </span>
  )
}

function Moderation({ store }: { store: ReviewStore }) {
  const queryClient = useQueryClient()
  const { search, page, ends, change } = useReviewParameters()
  const { data: counts } = useReviewCounts(store, search)
  const [refreshing, setRefreshing] = useState(false)
  const [asking, setAsking] = useState(false)
  const [toThank, setToThank] = useState<ModeratedReview>()
  const navigate = useNavigate()
  const shown = useRef(false)
  const isDemo = store.name === 'simulation'
  const { data: invitations } = useInvitations({ search, page: 1 }, !isDemo)

  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])

  // A toast that offers this outlives the section.
  const thank = (review: ModeratedReview) => {
    if (shown.current) setToThank(review)
    else void navigate(`${paths.adminDashboard.href}?section=reviews&tab=published`)
  }
  const refresh = async () => {
    setRefreshing(true)
    const lists = [reviewKeys.all, invitationKeys.all]
    await Promise.all(lists.map((queryKey) => queryClient.refetchQueries({ queryKey, type: 'active' })))
    setRefreshing(false)
  }
  // Replaces the history entry; otherwise every search would add one.
  const searchFor = (text: string) => change({ q: text, page: '' }, { replace: true })
  const goToPage: GoToPage = (next, { last, replace = false } = {}) =>
    change({ page: next === 1 ? '' : String(next) }, { replace, state: { ends: endsBefore(next, ends, last) } })
  const tab = (key: string, label: string, status: ReviewStatus) => ({
    key,
    label: <TabLabel label={label} count={counts?.[status]} />,
    content: (
      <ReviewPanel
        key={store.name}
        store={store}
        query={{ status, search, end: ends.at(-1) }}
        page={ends.length + 1}
        total={counts?.[status]}
        onPage={goToPage}
        onShowDeleted={() => change({ tab: 'deleted', page: '' })}
        onThank={thank}
        onClearSearch={() => searchFor('')}
      />
    ),
  })

  const invitationTab = {
    key: 'invitations',
    label: <TabLabel label="Invitations" count={invitations?.total} />,
    content: (
      <InvitationPanel
        query={{ search, page }}
        onPage={goToPage}
        onAsk={() => setAsking(true)}
        onClearSearch={() => searchFor('')}
      />
    ),
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchBox
          label="Search reviews"
          placeholder="Name, place, words or e-mail"
          value={search}
          onSearch={searchFor}
        />
        <div className="flex flex-wrap gap-2">
          {!isDemo && (
            <Button onClick={() => setAsking(true)} size="sm">
              <MailPlus aria-hidden className="size-4" />
              Ask for a review
            </Button>
          )}
          <Button disabled={refreshing} onClick={() => void refresh()} variant="outline" size="sm">
            <RefreshCw aria-hidden className={`size-4 ${refreshing ? 'animate-spin' : ''}`} />
            {refreshing ? 'Refreshing...' : 'Refresh Data'}
          </Button>
        </div>
      </div>
      <Tabs
        label="Reviews by status"
        tabs={[
          tab('pending', 'Pending', 'pending'),
          tab('published', 'Published', 'approved'),
          tab('deleted', 'Deleted', 'rejected'),
          ...(isDemo ? [] : [invitationTab]),
        ]}
      />
      <p className="text-concrete-600 text-sm">
        Manage reviews, approve new submissions, or delete inappropriate content.
      </p>
      {asking && (
        <AskDialog onClose={() => setAsking(false)} onStored={() => change({ tab: 'invitations', q: '', page: '' })} />
      )}
      {toThank && (
        <ThanksDialog key={toThank.id} review={toThank} store={store} onClose={() => setToThank(undefined)} />
      )}
    </div>
  )
}
