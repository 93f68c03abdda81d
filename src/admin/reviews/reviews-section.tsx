import type { ReviewStatus } from '@contract/review'
import { useQueryClient } from '@tanstack/react-query'
import { MailPlus, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { HeadingActions } from '@/admin/components/heading-actions'
import { ListTools } from '@/admin/components/list-tools'
import { SearchBox } from '@/admin/components/search-box'
import { SmallButton } from '@/admin/components/small-button'
import { Tabs } from '@/admin/components/tabs'
import { useListParameters } from '@/admin/components/use-list-parameters'
import { invitationsKey, useInvitations } from '@/admin/data/invitations'
import type { ReviewStore } from '@/admin/data/reviews'
import { reviewKeys, useReviewCounts } from '@/admin/data/reviews'
import { AdminOnly } from '@/admin/session/admin-only'
import type { ModeratedReview } from '@/domain/moderation'
import { cn } from '@/lib/cn'
import { paths } from '@/paths'
import { AskDialog } from './ask-dialog'
import { InvitationPanel } from './invitation-panel'
import { ReviewPanel } from './review-panel'
import { DemoNotice } from './review-parts'
import { ThanksDialog } from './thanks-form'
import { useReviewStore } from './use-review-store'

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

function TabLabel({ label, count }: { label: string; count: number | undefined }) {
  return (
    <span className="tabular-nums">
      {label} ({count?.toLocaleString('en-GB') ?? '…'})
    </span>
  )
}

function Moderation({ store }: { store: ReviewStore }) {
  const queryClient = useQueryClient()
  const { parameters, search, change, searchFor } = useListParameters()
  const { data: counts } = useReviewCounts(store, search)
  const [refreshing, setRefreshing] = useState(false)
  const [asking, setAsking] = useState(parameters.has('ask'))
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
  const closeAsking = () => {
    setAsking(false)
    if (parameters.has('ask')) change({ ask: '' }, { replace: true })
  }
  const refresh = async () => {
    setRefreshing(true)
    const lists = [reviewKeys.all, invitationsKey]
    await Promise.all(lists.map((queryKey) => queryClient.refetchQueries({ queryKey, type: 'active' })))
    setRefreshing(false)
  }
  const tab = (key: string, label: string, status: ReviewStatus) => ({
    key,
    label: <TabLabel label={label} count={counts?.[status]} />,
    content: <ReviewPanel key={store.name} store={store} status={status} total={counts?.[status]} onThank={thank} />,
  })

  const invitationTab = {
    key: 'invitations',
    label: <TabLabel label="Invitations" count={invitations?.total} />,
    content: <InvitationPanel onAsk={() => setAsking(true)} />,
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      <HeadingActions>
        <SmallButton
          disabled={refreshing}
          onClick={() => void refresh()}
          Icon={RefreshCw}
          className={cn(refreshing && '[&_svg]:animate-spin')}
        >
          {refreshing ? 'Refreshing...' : 'Refresh Data'}
        </SmallButton>
      </HeadingActions>
      <ListTools
        isUsed={search !== ''}
        actions={
          !isDemo && (
            <SmallButton variant="default" Icon={MailPlus} onClick={() => setAsking(true)}>
              Ask for a review
            </SmallButton>
          )
        }
        tools={
          <SearchBox
            label="Search reviews"
            placeholder="Name, place, words or email"
            value={search}
            onSearch={searchFor}
          />
        }
      >
        <Tabs
          label="Reviews by status"
          tabs={[
            tab('pending', 'Pending', 'pending'),
            tab('published', 'Published', 'approved'),
            tab('deleted', 'Deleted', 'rejected'),
            ...(isDemo ? [] : [invitationTab]),
          ]}
        />
      </ListTools>
      <p className="text-concrete-600 text-sm">
        Manage reviews, approve new submissions, or delete inappropriate content.
      </p>
      {asking && (
        <AskDialog onClose={closeAsking} onStored={() => change({ tab: 'invitations', q: '', page: '', ask: '' })} />
      )}
      {toThank && (
        <ThanksDialog key={toThank.id} review={toThank} store={store} onClose={() => setToThank(undefined)} />
      )}
    </div>
  )
}
