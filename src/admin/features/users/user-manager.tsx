import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '@/admin/components/empty-state'
import { ErrorPanel } from '@/admin/components/error-panel'
import { useAdminSession } from '@/admin/features/session/admin-session'
import { adminMessages } from '@/admin/messages'
import { LookupForm } from './lookup-form'
import { RolePanel } from './role-panel'
import { UserTable } from './user-table'
import { useUsers } from './users'

/** Who may administer: look a user up, give or take the role, see everybody. */
export function UserManager() {
  const session = useAdminSession()
  const { data: users, error, isFetching, refetch } = useUsers()
  const [chosen, setChosen] = useState<string>()
  const user = users?.find(({ id }) => id === chosen)
  const { users: texts } = adminMessages
  return (
    <div className="grid gap-6">
      <p className="flex gap-3 rounded-card border border-concrete-200 bg-white px-4 py-3 text-sm">
        <ShieldCheck aria-hidden className="size-5 shrink-0 text-green-dark" />
        <span>
          <strong className="font-semibold">Security notice.</strong> Admins can read and change everything here and
          decide who else is one. Give the role only to people you trust; it counts, and ends, at once.
        </span>
      </p>
      <LookupForm onFound={(found) => setChosen(found?.id)} />
      <div aria-live="polite">
        {user && <RolePanel key={user.id} user={user} self={user.id === session.user?.id} />}
      </div>
      {error && <ErrorPanel title={texts.failed} error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {!users && !error && <p role="status">{texts.loading}</p>}
      {users?.length === 0 && <EmptyState title={texts.none} />}
      {users && users.length > 0 && <UserTable users={users} chosen={user?.id} onChoose={({ id }) => setChosen(id)} />}
    </div>
  )
}
