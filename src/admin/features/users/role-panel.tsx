import { useState } from 'react'
import { Badge } from '@/admin/components/badge'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import { useAdminSession } from '@/admin/features/session/admin-session'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { isAppError } from '@/lib/errors'
import { type ListedUser, useSetAdmin } from './users'

const describe = ({ email, admin }: ListedUser, self: boolean): string => {
  if (!admin) return `${email} will be able to read, change and delete everything in this dashboard, users included.`
  if (self)
    return 'This is your own account. You will lose access to the dashboard at once, and only another administrator can give it back.'
  return `${email} will lose access to the dashboard at once.`
}

export function RolePanel({ user, self }: { user: ListedUser; self: boolean }) {
  const [asking, setAsking] = useState(false)
  const session = useAdminSession()
  const { email, admin } = user
  const { users } = adminMessages
  const change = useSetAdmin(({ admin: now }) => {
    setAsking(false)
    toast.success(now ? users.promoted(email) : users.demoted(email))
    if (self) void session.query.refetch()
  })
  const action = admin ? 'Remove Admin Role' : 'Set as Admin'
  const failure = isAppError(change.error, 'not-allowed') ? users.roleDenied : adminErrorText(change.error)
  return (
    <section
      aria-label="Selected user"
      className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-concrete-200 bg-white px-4 py-3"
    >
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">
          {email}
          {self && <span className="font-normal text-concrete-600"> (you)</span>}
        </p>
        <p className="mt-1 flex items-center gap-2 text-sm">
          Status: <Badge tone={admin ? 'good' : 'neutral'}>{admin ? 'Admin' : 'Not Admin'}</Badge>
        </p>
      </div>
      <Button
        variant={admin ? 'outline' : 'default'}
        size="sm"
        onClick={() => {
          change.reset()
          setAsking(true)
        }}
      >
        {action}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone={admin ? 'destructive' : 'default'}
        title={admin ? `Remove the admin role of ${email}?` : `Make ${email} an admin?`}
        description={describe(user, self)}
        confirmLabel={action}
        busyLabel="Saving..."
        busy={change.isPending}
        error={change.error ? failure : undefined}
        onConfirm={() => void change.mutate({ id: user.id, admin: !admin })}
      />
    </section>
  )
}
