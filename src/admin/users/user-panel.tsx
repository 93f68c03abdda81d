import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Badge } from '@/admin/components/badge'
import { Card } from '@/admin/components/card'
import { confirm } from '@/admin/components/confirm'
import { SmallButton } from '@/admin/components/small-button'
import { useAction } from '@/admin/components/use-action'
import {
  deleteUser,
  inviteUser,
  type ListedUser,
  removeFactors,
  setAdmin,
  userFactorsQuery,
  usersKey,
} from '@/admin/data/users'
import { adminSession, useAdminSession } from '@/admin/session/admin-session'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { isAppError } from '@/lib/errors'
import { invitationText } from './add-user'
import { DateTime, StateBadge } from './user-table'

const { users: texts, secondFactor } = adminMessages

type ActionProps = { user: ListedUser; self: boolean }

const describeRole = ({ user: { email, admin }, self }: ActionProps): string => {
  if (!admin) return `${email} will be able to view, change and delete everything in this dashboard, including users.`
  if (self)
    return 'This is your own account. You’ll lose access immediately, and only another administrator can restore it.'
  return `${email} will lose access to the dashboard immediately.`
}

const describeRemoval = ({ user: { email, state }, self }: ActionProps): string => {
  if (self)
    return 'This is your own account. You’ll be logged out immediately and can’t come back unless another administrator invites you.'
  if (state === 'invited') return `This withdraws the invitation. ${email}’s link will stop working.`
  return `${email} will be logged out immediately and the account permanently deleted. Their work on the website is kept.`
}

function RoleAction({ user, self }: ActionProps) {
  const session = useAdminSession()
  const { id, email, admin } = user
  const label = admin ? 'Remove Admin Role' : 'Set as Admin'
  const change = async () => {
    const isChanged = await confirm({
      title: admin ? `Remove the admin role from ${email}?` : `Make ${email} an admin?`,
      description: describeRole({ user, self }),
      confirmLabel: label,
      busyLabel: 'Saving...',
      tone: admin ? 'destructive' : 'default',
      action: () => setAdmin({ id, admin: !admin }),
      done: admin ? texts.demoted(email) : texts.promoted(email),
      refetches: usersKey,
      explain: (error) => (isAppError(error, 'not-allowed') ? texts.roleDenied : adminErrorText(error)),
    })
    if (isChanged && self) void session.query.refetch()
  }
  return (
    <SmallButton variant={admin ? 'outline' : 'default'} onClick={() => void change()}>
      {label}
    </SmallButton>
  )
}

function DeleteAction({ user, self, onDeleted }: ActionProps & { onDeleted: () => void }) {
  const remove = async () => {
    const isDeleted = await confirm({
      title: `Delete ${user.email}?`,
      description: describeRemoval({ user, self }),
      confirmLabel: 'Delete user',
      busyLabel: 'Deleting...',
      action: () => deleteUser(user),
      done: texts.removed(user.email),
      refetches: usersKey,
    })
    if (!isDeleted) return
    onDeleted()
    if (!self) return
    adminSession.clearFlag()
    adminSession.forget()
  }
  return (
    <SmallButton variant="destructive" onClick={() => void remove()}>
      Delete user
    </SmallButton>
  )
}

function SecondFactors({ user: { id, email } }: { user: ListedUser }) {
  const { data: factors = [] } = useQuery(userFactorsQuery(id))
  if (factors.length === 0) return null
  const remove = () =>
    confirm({
      title: `Remove two-factor authentication for ${email}?`,
      description: secondFactor.lost(email),
      confirmLabel: 'Remove two-factor authentication',
      busyLabel: 'Removing...',
      action: () =>
        removeFactors(
          id,
          factors.map((factor) => factor.id),
        ),
      done: secondFactor.lostRemoved(email),
      refetches: userFactorsQuery(id).queryKey,
    })
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-concrete-200 border-t pt-3">
      <p className="wrap-anywhere text-sm">
        {`Two-factor authentication: ${factors.map(({ friendly_name }) => friendly_name).join(', ')}`}
      </p>
      <SmallButton variant="destructive" onClick={() => void remove()}>
        Remove two-factor authentication
      </SmallButton>
    </div>
  )
}

function Invitation({ user: { email, invited } }: { user: ListedUser }) {
  const { mutate, isPending, error } = useAction({
    mutationFn: inviteUser,
    refetches: usersKey,
    waits: true,
    onSuccess: () => toast.success(texts.invited(email)),
  })
  return (
    <div className="grid gap-2 border-concrete-200 border-t pt-3 sm:flex sm:flex-wrap sm:items-center sm:justify-between">
      <p className="text-concrete-700 text-sm">
        Invited on <DateTime iso={invited} otherwise="N/A" /> but hasn’t chosen a password yet. Each link expires after
        an hour.
      </p>
      <SmallButton busy={isPending} onClick={() => void mutate({ email })}>
        {isPending ? 'Sending...' : 'Send again'}
      </SmallButton>
      {error && (
        <p role="alert" className="w-full rounded-lg bg-danger-soft px-3 py-2 text-danger text-sm">
          {invitationText(error)}
        </p>
      )}
    </div>
  )
}

export function UserPanel({ user, self, onDeleted }: ActionProps & { onDeleted: () => void }) {
  const { email, admin, state } = user
  const panel = useRef<HTMLElement>(null)
  // The panel is above the list and may be out of view.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Card as="section" ref={panel} aria-label="Selected user" className="grid gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">
            {email}
            {self && <span className="font-normal text-concrete-600"> (you)</span>}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm">
            Status: <Badge tone={admin ? 'good' : 'neutral'}>{admin ? 'Admin' : 'Not Admin'}</Badge>
            <StateBadge state={state} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <RoleAction user={user} self={self} />
          <DeleteAction user={user} self={self} onDeleted={onDeleted} />
        </div>
      </div>
      {state === 'invited' && <Invitation user={user} />}
      {!self && state !== 'invited' && <SecondFactors user={user} />}
    </Card>
  )
}
