import { Badge } from '@/admin/components/badge'
import { Card } from '@/admin/components/card'
import type { ListedUser, UserState } from '@/admin/data/users'
import { formatDateTime } from '@/admin/text/format-date'
import { cn } from '@/lib/cn'

const states: Record<UserState, { label: string; tone: 'warning' | 'neutral' | 'danger' }> = {
  invited: { label: 'Invited', tone: 'warning' },
  active: { label: 'Active', tone: 'neutral' },
  banned: { label: 'Banned', tone: 'danger' },
}

export function StateBadge({ state }: { state: UserState }) {
  const { label, tone } = states[state]
  return <Badge tone={tone}>{label}</Badge>
}

export function DateTime({ iso, otherwise }: { iso: string | undefined; otherwise: string }) {
  return iso ? <time dateTime={iso}>{formatDateTime(iso)}</time> : <span>{otherwise}</span>
}

const columns = ['Email', 'Role', 'Created At', 'Last Sign In'] as const

const cell = 'px-4 py-1.5 max-md:flex max-md:flex-wrap max-md:gap-x-3 max-md:p-0 max-md:py-0.5'

function CardLabel({ of: index }: { of: 1 | 2 | 3 }) {
  return (
    <span aria-hidden className="w-24 shrink-0 text-concrete-600 md:hidden">
      {columns[index]}
    </span>
  )
}

type UserRowProps = { user: ListedUser; chosen: boolean; onChoose: () => void }

function UserRow({ user, chosen, onChoose }: UserRowProps) {
  return (
    <tr className={cn('max-md:block max-md:px-4 max-md:py-3', user.admin && 'bg-green/10')}>
      <th scope="row" className={cn(cell, 'font-normal md:min-w-56')}>
        <button
          type="button"
          aria-pressed={chosen}
          onClick={onChoose}
          className="wrap-anywhere min-h-8 text-left text-green-dark underline underline-offset-2 aria-pressed:font-semibold"
        >
          {user.email || 'No email address'}
        </button>
      </th>
      <td className={cell}>
        <CardLabel of={1} />
        <span className="flex flex-wrap gap-1.5">
          <Badge tone={user.admin ? 'good' : 'neutral'}>{user.admin ? 'Admin' : 'User'}</Badge>
          <StateBadge state={user.state} />
        </span>
      </td>
      <td className={cn(cell, 'tabular-figures md:whitespace-nowrap')}>
        <CardLabel of={2} />
        <DateTime iso={user.created} otherwise="N/A" />
      </td>
      <td className={cn(cell, 'tabular-figures md:whitespace-nowrap')}>
        <CardLabel of={3} />
        <DateTime iso={user.lastSignIn} otherwise="Never" />
      </td>
    </tr>
  )
}

type UserTableProps = { users: readonly ListedUser[]; chosen: string | undefined; onChoose: (user: ListedUser) => void }

export function UserTable({ users, chosen, onChoose }: UserTableProps) {
  return (
    <Card as="section" aria-label="Users" className="overflow-hidden">
      <table className="w-full text-left text-sm max-md:block">
        <thead className="border-concrete-200 border-b text-concrete-700 max-md:sr-only">
          <tr>
            {columns.map((label) => (
              <th key={label} scope="col" className="px-4 py-2.5 font-semibold">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-concrete-200 max-md:block">
          {users.map((user) => (
            <UserRow key={user.id} user={user} chosen={user.id === chosen} onChoose={() => onChoose(user)} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}
