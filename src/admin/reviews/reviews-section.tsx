import type { ReviewStatus } from '@contract/review'
import { MailPlus, RefreshCw } from 'lucide-react'
import { useContext, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { queryClient } from '@/admin/backend/query-client'
import { HeadingActions } from '@/admin/components/heading-actions'
import { ListTools } from '@/admin/components/list-tools'
import { SearchBox } from '@/admin/components/search-box'
import { SmallButton } from '@/admin/components/small-button'
import { Tabs } from '@/admin/components/tabs'
import { useAction } from '@/admin/components/use-action'
import { useListSearchParams } from '@/admin/components/use-list-parameters'
import { invitationsKey, useInvitations } from '@/admin/data/invitations'
import { ReviewStoreContext, reviewKeys, useReviewCounts } from '@/admin/data/reviews'
import { AdminOnly } from '@/admin/session/admin-only'
import { useIsShown } from '@/components/ui/use-is-shown'
import type { ModeratedReview } from '@/domain/moderation'
import { cn } from '@/lib/cn'
import { paths } from '@/paths'
import { adminDemo } from '@/storage/admin-keys'
import { useStoredValue } from '@/storage/stored-value'
import { InvitationPanel } from './invitation-panel'
import { InviteReviewerDialog } from './invite-reviewer-dialog'
import { ReviewPanel } from './review-panel'
import { DemoNotice } from './review-parts'
import { simulatedReviews } from './simulated-reviews'
import { ThankYouDialog } from './thank-you-form'

// `?demo=1` starts the demo for this browser session.
const useDemo = (): { isDemo: boolean; leaveDemo: () => void } => {
  const [search, setSearch] = useSearchParams()
  const parameter = search.get('demo')
  const stored = useStoredValue(adminDemo)
  useEffect(() => {
    if (parameter === '1') adminDemo.write('true')
    if (parameter === '0') adminDemo.remove()
  }, [parameter])

  const isDemo = parameter === '1' || (parameter !== '0' && stored.state === 'value')
  const leaveDemo = () => {
    adminDemo.remove()
    setSearch((before) => {
      before.delete('demo')
      return before
    })
  }
  return { isDemo, leaveDemo }
}

export default function ReviewsSection() {
  const { isDemo, leaveDemo } = useDemo()
  if (!isDemo)
    return (
      <AdminOnly what="reviews">
        <Moderation />
      </AdminOnly>
    )
  return (
    <div className="grid grid-cols-1 gap-5">
      <DemoNotice onLeave={leaveDemo} />
      <ReviewStoreContext value={simulatedReviews}>
        <Moderation />
      </ReviewStoreContext>
    </div>
  )
}

function TabLabel({ label, count }: { label: string; count: number | undefined }) {
  return <span className="tabular-figures">{`${label} (${count?.toLocaleString('en-GB') ?? '…'})`}</span>
}

function Moderation() {
  const store = useContext(ReviewStoreContext)
  const { parameters, search, change, searchFor } = useListSearchParams()
  const counts = useReviewCounts(search)
  const [isInviting, setInviting] = useState(parameters.has('ask'))
  const [toThank, setToThank] = useState<ModeratedReview>()
  const navigate = useNavigate()
  const isShown = useIsShown()
  const isDemo = store.name === 'simulation'
  const { data: invitations } = useInvitations({ search }, !isDemo)

  // The toast with this action outlives the section.
  const openThankYou = (review: ModeratedReview) => {
    if (isShown()) setToThank(review)
    else void navigate(`${paths.adminDashboard.href}?section=reviews&tab=published`)
  }
  const closeInvite = () => {
    setInviting(false)
    if (parameters.has('ask')) change({ ask: '' }, { replace: true })
  }
  const refresh = useAction({
    mutationFn: () => {
      const lists = [reviewKeys.all, invitationsKey]
      return Promise.all(lists.map((queryKey) => queryClient.refetchQueries({ queryKey, type: 'active' })))
    },
  })
  const tab = (key: string, label: string, status: ReviewStatus) => ({
    key,
    label: <TabLabel label={label} count={counts?.[status]} />,
    content: <ReviewPanel key={store.name} status={status} total={counts?.[status]} onThank={openThankYou} />,
  })
  const invitationTab = {
    key: 'invitations',
    label: <TabLabel label="Invitations" count={invitations?.total} />,
    content: <InvitationPanel onInvite={() => setInviting(true)} />,
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      <HeadingActions>
        <SmallButton
          busy={refresh.isPending}
          onClick={() => void refresh.mutate()}
          Icon={RefreshCw}
          className={cn(refresh.isPending && '[&_svg]:animate-spin')}
        >
          {refresh.isPending ? 'Refreshing...' : 'Refresh Data'}
        </SmallButton>
      </HeadingActions>
      <ListTools
        isUsed={search !== ''}
        actions={
          !isDemo && (
            <SmallButton variant="default" Icon={MailPlus} onClick={() => setInviting(true)}>
              Ask for a review
            </SmallButton>
          )
        }
        tools={
          <SearchBox
            label="Search reviews"
            placeholder="Name, location, text or email"
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
      {isInviting && !isDemo && (
        <InviteReviewerDialog
          onClose={closeInvite}
          onStored={() => change({ tab: 'invitations', q: '', page: '', ask: '' })}
        />
      )}
      {toThank && <ThankYouDialog key={toThank.id} review={toThank} onClose={() => setToThank(undefined)} />}
    </div>
  )
}
