import { Badge } from '@/admin/components/badge'
import { cn } from '@/lib/cn'
import type { ListedUser } from './users'

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const moment = (iso: string | undefined, otherwise: string) =>
  iso ? <time dateTime={iso}>{when.format(new Date(iso))}</time> : otherwise

type UserTableProps = { users: readonly ListedUser[]; chosen: string | undefined; onChoose: (user: ListedUser) => void }

/** All users; choosing an address shows it in the panel above. */
export function UserTable({ users, chosen, onChoose }: UserTableProps) {
  return (
    <section
      aria-label="Users"
      className="edge-shadows overflow-x-auto [--edge-ground:#fff] rounded-card border border-concrete-200"
    >
      <table className="w-full min-w-[36rem] text-left text-sm">
        <thead className="border-concrete-200 border-b text-concrete-700">
          <tr>
            {['Email', 'Role', 'Created At', 'Last Sign In'].map((label) => (
              <th key={label} scope="col" className="px-4 py-2.5 font-semibold">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-concrete-200">
          {users.map((user) => (
            <tr key={user.id} className={cn(user.admin && 'bg-green/10')}>
              <th scope="row" className="min-w-56 px-4 py-1.5 font-normal">
                <button
                  type="button"
                  aria-pressed={user.id === chosen}
                  onClick={() => onChoose(user)}
                  className="min-h-8 wrap-anywhere text-left text-green-dark underline underline-offset-2 aria-pressed:font-semibold"
                >
                  {user.email || 'No e-mail address'}
                </button>
              </th>
              <td className="px-4 py-1.5">
                <span className="flex flex-wrap gap-1.5">
                  <Badge tone={user.admin ? 'good' : 'neutral'}>{user.admin ? 'Admin' : 'User'}</Badge>
                  {user.banned && <Badge tone="danger">Banned</Badge>}
                </span>
              </td>
              <td className="whitespace-nowrap px-4 py-1.5 tabular-nums">{moment(user.created, 'N/A')}</td>
              <td className="whitespace-nowrap px-4 py-1.5 tabular-nums">{moment(user.lastSignIn, 'Never')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
