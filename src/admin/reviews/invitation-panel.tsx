import { Mail, MailQuestion, SearchX } from 'lucide-react'
import { queryClient } from '@/admin/backend/query-client'
import { Badge } from '@/admin/components/badge'
import { Card } from '@/admin/components/card'
import { confirm } from '@/admin/components/confirm'
import { EmptyState } from '@/admin/components/empty-state'
import { PagedList } from '@/admin/components/paged-list'
import { SectionHeader } from '@/admin/components/section-header'
import { SmallButton } from '@/admin/components/small-button'
import { useAction } from '@/admin/components/use-action'
import { useListSearchParams } from '@/admin/components/use-list-parameters'
import {
  invitationErrorText,
  invitationsKey,
  removeInvitation,
  resendInvitation,
  useInvitations,
  withdrawInvitation,
} from '@/admin/data/invitations'
import { formatDate } from '@/admin/text/format-date'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { mailtoHref } from '@/domain/enquiry-inbox'
import { canResendInvitation, INVITATION_PAGE_SIZE, isInvitationOpen, type SentInvitation } from '@/domain/invitation'
import { isAppError } from '@/lib/errors'

const { invitations: messages } = adminMessages

const states = {
  pending: { tone: 'warning', text: 'Sending' },
  sent: { tone: 'neutral', text: 'Sent' },
  failed: { tone: 'danger', text: 'Email failed' },
  answered: { tone: 'good', text: 'Answered' },
  expired: { tone: 'warning', text: 'Expired' },
  withdrawn: { tone: 'neutral', text: 'Withdrawn' },
} as const

const history = ({ state, sent_at, created_at, expires_at, answered_at, withdrawn_at }: SentInvitation): string => {
  const sent = sent_at ? `Sent ${formatDate(sent_at)}` : `Created ${formatDate(created_at)}, not sent yet`
  if (answered_at) return `${sent}, answered ${formatDate(answered_at)}`
  if (withdrawn_at) return `${sent}, withdrawn ${formatDate(withdrawn_at)}`
  if (!sent_at) return sent
  return `${sent}, ${state === 'expired' ? 'expired' : 'valid until'} ${formatDate(expires_at)}`
}

type InvitationRowProps = { invitation: SentInvitation; sending: boolean; onSendAgain: () => void; onClose: () => void }

function InvitationRow({ invitation, sending, onSendAgain, onClose }: InvitationRowProps) {
  const { name, email, location, state } = invitation
  const { tone, text } = states[state]
  const about = `the invitation to ${name}`
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
        <p className="text-concrete-600 tabular-figures">{history(invitation)}</p>
      </div>
      <div className="flex flex-wrap content-start items-start gap-2 md:justify-end">
        {canResendInvitation(invitation) && (
          <SmallButton busy={sending} onClick={onSendAgain} about={about}>
            {sending ? 'Sending...' : 'Send again'}
          </SmallButton>
        )}
        <SmallButton onClick={onClose} variant="destructive" className="max-md:first:-ml-3.5" about={about}>
          {isInvitationOpen(invitation) ? 'Withdraw' : 'Delete'}
        </SmallButton>
      </div>
    </li>
  )
}

export function InvitationPanel({ onInvite }: { onInvite: () => void }) {
  const { search, end, searchFor } = useListSearchParams()
  const invitations = useInvitations({ search, end })
  const { data } = invitations
  const sending = useAction({
    mutationFn: resendInvitation,
    refetches: invitationsKey,
    onSuccess: (_, { email }) => toast.success(messages.sent(email)),
    onError: (error) => toast.error(isAppError(error, 'conflict') ? messages.closed : invitationErrorText(error)),
  })
  const closeInvitation = (invitation: SentInvitation) => {
    const open = isInvitationOpen(invitation)
    return confirm({
      title: open ? `Withdraw the invitation to ${invitation.name}?` : 'Delete this invitation?',
      description: open
        ? 'The link will still open the form, but reviews sent through it won’t be marked ‘Verified customer’.'
        : 'The name and email address will be erased. Any review sent through it is kept.',
      confirmLabel: open ? 'Withdraw' : 'Delete',
      busyLabel: open ? 'Withdrawing...' : 'Deleting...',
      action: async () => {
        const change = open ? withdrawInvitation(invitation) : removeInvitation(invitation)
        const reread = () => queryClient.invalidateQueries({ queryKey: invitationsKey })
        // Wait for the list without the row, so that focus can move on.
        await change.finally(() => (open ? void reread() : reread()))
      },
      done: open ? messages.withdrawn : messages.removed,
      explain: (error) => (isAppError(error, 'conflict') ? messages.closed : adminErrorText(error)),
    })
  }

  return (
    <div className="grid gap-4">
      <SectionHeader
        title="Invitations"
        description="Customers you’ve asked for a review, newest first. Each link works once."
      />
      <PagedList
        query={invitations}
        rows={data?.invitations}
        total={data?.total}
        pageSize={INVITATION_PAGE_SIZE}
        texts={{ ...messages, failed: adminMessages.reviews.failed }}
        empty={
          search ? (
            <EmptyState
              icon={SearchX}
              title={messages.noMatch}
              action={<SmallButton onClick={() => searchFor('')}>Clear search</SmallButton>}
            />
          ) : (
            <EmptyState
              icon={MailQuestion}
              title={messages.none}
              action={<SmallButton onClick={onInvite}>Ask for a review</SmallButton>}
            >
              Reviews sent through an invitation are marked ‘Verified customer’.
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <Card as="ul" aria-label="Invitations" className="divide-y divide-concrete-200">
            {rows.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                sending={sending.isPending && sending.variables.id === invitation.id}
                onSendAgain={() => void sending.mutate(invitation)}
                onClose={() => void closeInvitation(invitation)}
              />
            ))}
          </Card>
        )}
      </PagedList>
    </div>
  )
}
