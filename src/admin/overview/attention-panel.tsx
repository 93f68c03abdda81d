import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Inbox, type LucideIcon, MailWarning, MailX, MessageSquareText, Send } from 'lucide-react'
import { queryClient } from '@/admin/backend/query-client'
import { rebuild, rebuildKey } from '@/admin/backend/rebuild'
import { Card } from '@/admin/components/card'
import { ErrorPanel } from '@/admin/components/error-panel'
import { RetryButton, SmallButton } from '@/admin/components/small-button'
import { TextLink } from '@/admin/components/text-link'
import { useAction } from '@/admin/components/use-action'
import { useAttentionCounts, useRebuildStatus } from '@/admin/data/attention'
import { reviewsHref } from '@/admin/data/reviews'
import { useAdminSession } from '@/admin/session/admin-session'
import { mfaRequirementQuery } from '@/admin/session/two-factor'
import { rebuildStatusText } from '@/admin/text/build-text'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { Link } from '@/components/link'
import { toast } from '@/components/ui/toast'
import type { EnquiryFilter } from '@/domain/enquiry-inbox'
import { cn } from '@/lib/cn'
import { paths } from '@/paths'

const { waiting: messages } = adminMessages

type Shortcut = {
  key: 'reviews' | 'enquiries' | 'emails' | 'thanks' | 'invitations'
  href: () => string
  Icon: LucideIcon
  failed?: boolean
}

const enquiriesHref = (filter: EnquiryFilter) => `${paths.adminDashboard.href}?tab=enquiries&filter=${filter}#enquiries`

const shortcuts: readonly Shortcut[] = [
  { key: 'reviews', href: () => reviewsHref(), Icon: MessageSquareText },
  { key: 'enquiries', href: () => enquiriesHref('new'), Icon: Inbox },
  { key: 'emails', href: () => enquiriesHref('undelivered'), Icon: MailX, failed: true },
  { key: 'thanks', href: () => reviewsHref({ tab: 'published' }), Icon: MailWarning, failed: true },
  { key: 'invitations', href: () => reviewsHref({ tab: 'invitations' }), Icon: Send },
]

const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

function Looking({ isLoading = true }: { isLoading?: boolean }) {
  return (
    <p role="status" data-loading={isLoading || undefined}>
      {messages.looking}
    </p>
  )
}

function Waiting() {
  const { counts, error, isFetching, refetch, dataUpdatedAt } = useAttentionCounts()
  const build = useRebuildStatus()
  const rule = useQuery(mfaRequirementQuery)
  const { mutate, isPending } = useAction({
    mutationFn: async () => {
      const answer = await rebuild({ extra: true })
      queryClient.setQueryData(rebuildKey, answer)
      if (!['ordered', 'current'].includes(answer.state)) toast.error(messages.notOrdered)
    },
    onError: (failure) => toast.error(adminErrorText(failure)),
  })
  if (!counts && error) return <ErrorPanel error={error} title={messages.failed} query={{ refetch, isFetching }} />
  // Show everything together, because late content would move the links.
  if (!counts || !build || rule.isPending) return <Looking isLoading={isFetching || rule.isFetching} />

  const { state, is_readable: isReadable } = build
  const shown = shortcuts.filter(({ key }) => counts[key] > 0)
  return (
    <>
      {shown.length === 0 ? (
        <Card as="p" className="flex min-h-20 items-center gap-4 px-5 py-4 text-lg">
          <CircleCheck aria-hidden className="size-7 shrink-0 text-green-dark" />
          {messages.nothing}
        </Card>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map(({ key, href, Icon, failed }) => (
            <li key={key}>
              <Link
                to={href()}
                className={cn(
                  'flex h-full min-h-20 items-center gap-4 rounded-card border bg-white px-5 py-4 font-semibold text-lg leading-snug hover:border-ink',
                  failed ? 'border-danger/50' : 'border-concrete-300',
                )}
              >
                <Icon aria-hidden className={cn('size-7 shrink-0', failed ? 'text-danger' : 'text-green-dark')} />
                <div className="grid">
                  <span>{messages[key](counts[key])}</span>
                  {key === 'enquiries' && counts.overdue > 0 && (
                    <span className="font-normal text-danger text-sm">{messages.overdue(counts.overdue)}</span>
                  )}
                </div>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {(state !== 'current' || !isReadable) && (
        <p
          className={cn(
            'flex max-w-prose flex-wrap items-center gap-x-3 gap-y-2 text-sm',
            ['failed', 'lost'].includes(state) || !isReadable ? 'text-danger' : 'text-concrete-600',
          )}
        >
          <span>{rebuildStatusText(build)}</span>
          {['spent', 'lost', 'failed'].includes(state) && (
            <SmallButton busy={isPending} onClick={() => mutate()}>
              {messages.orderOne}
            </SmallButton>
          )}
        </p>
      )}
      {rule.data === null && (
        <p className="text-concrete-600 text-sm">
          {adminMessages.secondFactor.rule.overview}{' '}
          <TextLink to={`${paths.adminUserManager.href}#own-account`}>Two-factor authentication</TextLink>
        </p>
      )}
      {error && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-concrete-600 text-sm">
          <span>{`${messages.outdated(timeFormat.format(dataUpdatedAt))} ${adminErrorText(error)}`}</span>
          <RetryButton query={{ refetch, isFetching }} />
        </p>
      )}
    </>
  )
}

/** Lists what needs attention; nothing without an administrator's session. */
export function AttentionPanel() {
  const { canShowAdminData, access } = useAdminSession()
  if (!canShowAdminData && access !== 'checking') return null
  return (
    <section aria-labelledby="waiting" className="grid gap-3">
      <h2 id="waiting" className="text-xl">
        Needs your attention
      </h2>
      {canShowAdminData ? <Waiting /> : <Looking />}
    </section>
  )
}
