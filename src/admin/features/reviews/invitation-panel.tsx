import { Mail, MailQuestion, SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Badge } from '@/admin/components/badge'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import { EmptyState } from '@/admin/components/empty-state'
import { ErrorPanel } from '@/admin/components/error-panel'
import { Pager } from '@/admin/components/pager'
import { SectionHeader } from '@/admin/components/section-header'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { Button } from '@/components/ui/button'
import { mailtoHref } from '@/domain/enquiry-inbox'
import { canSendAgain, INVITATION_PAGE_SIZE, isOpen, type SentInvitation } from '@/domain/invitation'
import { isAppError } from '@/lib/errors'
import { useInvitations, useRemoveInvitation, useSendAgain, useWithdraw } from './invitations'
import { shortDay } from './review-parts'

const { invitations: messages } = adminMessages

const states = {
  pending: { tone: 'warning', text: 'On its way' },
  sent: { tone: 'neutral', text: 'Sent' },
  failed: { tone: 'danger', text: 'E-mail failed' },
  answered: { tone: 'good', text: 'Answered' },
  expired: { tone: 'warning', text: 'Expired' },
  withdrawn: { tone: 'neutral', text: 'Withdrawn' },
} as const

const history = ({ state, sent_at, created_at, expires_at, answered_at, withdrawn_at }: SentInvitation): string => {
  const sent = sent_at ? `Sent ${shortDay(sent_at)}` : `Written ${shortDay(created_at)}, not sent yet`
  if (answered_at) return `${sent}, answered ${shortDay(answered_at)}`
  if (withdrawn_at) return `${sent}, withdrawn ${shortDay(withdrawn_at)}`
  if (!sent_at) return sent
  return `${sent}, ${state === 'expired' ? 'worked' : 'works'} until ${shortDay(expires_at)}`
}

type InvitationRowProps = {
  invitation: SentInvitation
  sending: boolean
  onSendAgain: () => void
  onClose: () => void
}

function InvitationRow({ invitation, sending, onSendAgain, onClose }: InvitationRowProps) {
  const { name, email, location, state } = invitation
  const { tone, text } = states[state]
  const closing = isOpen(invitation) ? 'Withdraw' : 'Delete'
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 text-sm md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 justify-items-start gap-0.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="wrap-anywhere font-semibold text-base">{name}</bdi>
          <Badge tone={tone}>{text}</Badge>
        </div>
        {location && <bdi className="wrap-anywhere text-concrete-700">{location}</bdi>}
        <a
          href={mailtoHref(email)}
          className="inline-flex min-h-6 items-center gap-1.5 wrap-anywhere text-concrete-700 underline-offset-4 hover:underline"
        >
          <Mail aria-hidden className="size-4 shrink-0" />
          {email}
        </a>
        <p className="text-concrete-600 tabular-nums">{history(invitation)}</p>
      </div>
      <div className="flex flex-wrap content-start items-start gap-2 md:justify-end">
        {canSendAgain(invitation) && (
          <Button disabled={sending} onClick={onSendAgain} variant="outline" size="sm">
            {sending ? 'Sending...' : 'Send again'}
            <span className="sr-only"> the invitation to {name}</span>
          </Button>
        )}
        <Button onClick={onClose} variant="ghost" size="sm" className="text-danger! max-md:first:-ml-3.5">
          {closing}
          <span className="sr-only"> the invitation to {name}</span>
        </Button>
      </div>
    </li>
  )
}

type InvitationPanelProps = {
  query: { search: string; page: number }
  onPage: (page: number, how?: { replace: boolean }) => void
  onAsk: () => void
  onClearSearch: () => void
}

/** The customers who were asked for a review, and what came of it. */
export function InvitationPanel({ query, onPage, onAsk, onClearSearch }: InvitationPanelProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useInvitations(query)
  const [toClose, setToClose] = useState<SentInvitation>()
  const list = useRef<HTMLDivElement>(null)
  const sending = useSendAgain()
  const closed = () => {
    dismiss()
    list.current?.focus()
  }
  const withdrawal = useWithdraw(closed)
  const removal = useRemoveInvitation(closed)
  const open = toClose !== undefined && isOpen(toClose)
  const closing = open ? withdrawal : removal

  const dismiss = () => {
    setToClose(undefined)
    withdrawal.reset()
    removal.reset()
  }
  const rows = data?.invitations ?? []
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / INVITATION_PAGE_SIZE))
  const pastTheEnd = data !== undefined && !isFetching && query.page > lastPage

  useEffect(() => {
    if (pastTheEnd) onPage(lastPage, { replace: true })
  }, [pastTheEnd, onPage, lastPage])

  const noAccess = isAppError(error, 'signed-out', 'not-allowed')
  const content = () => {
    if (!data && error) return null
    if (!data || pastTheEnd)
      return (
        <p role="status" className="py-10 text-center text-concrete-600">
          {messages.loading}
        </p>
      )
    if (rows.length > 0)
      return (
        <ul
          aria-label="Invitations"
          className={`divide-y divide-concrete-200 rounded-card border border-concrete-200 bg-white ${isPlaceholderData ? 'opacity-60 transition-opacity' : ''}`}
        >
          {rows.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              sending={sending.isPending && sending.variables.id === invitation.id}
              onSendAgain={() => void sending.mutate(invitation)}
              onClose={() => setToClose(invitation)}
            />
          ))}
        </ul>
      )
    if (query.search)
      return (
        <EmptyState
          icon={SearchX}
          title={messages.noMatch}
          action={
            <Button onClick={onClearSearch} variant="outline" size="sm">
              Clear the search
            </Button>
          }
        />
      )
    return (
      <EmptyState
        icon={MailQuestion}
        title={messages.none}
        action={
          <Button onClick={onAsk} variant="outline" size="sm">
            Ask for a review
          </Button>
        }
      >
        Reviews that come through an invitation are shown as from a verified customer.
      </EmptyState>
    )
  }

  return (
    <div ref={list} tabIndex={-1} aria-busy={isFetching} className="grid gap-4 outline-none">
      <SectionHeader
        title="Invitations"
        description="Customers you have asked for a review, newest first. Each link works once."
      />
      {error && (
        <ErrorPanel error={error} title={messages.failedTitle} query={{ refetch, isFetching }}>
          {noAccess ? undefined : adminMessages.reviews.failed}
        </ErrorPanel>
      )}
      {content()}
      {data && (
        <Pager
          page={query.page}
          pageSize={INVITATION_PAGE_SIZE}
          total={data.total}
          busy={isPlaceholderData}
          onPage={onPage}
        />
      )}
      <ConfirmDialog
        open={toClose !== undefined}
        onOpenChange={(next) => !next && dismiss()}
        title={open ? `Withdraw the invitation to ${toClose.name}?` : 'Delete this invitation?'}
        description={
          open
            ? 'The link in the e-mail still leads to the form, but a review sent through it is no longer marked as from a verified customer.'
            : 'The name and the e-mail address are erased. A review that came through it stays as it is.'
        }
        confirmLabel={open ? 'Withdraw' : 'Delete'}
        busyLabel={open ? 'Withdrawing...' : 'Deleting...'}
        busy={closing.isPending}
        error={
          closing.error
            ? isAppError(closing.error, 'conflict')
              ? messages.closed
              : adminErrorText(closing.error)
            : undefined
        }
        onConfirm={() => toClose && void closing.mutate(toClose)}
      />
    </div>
  )
}
