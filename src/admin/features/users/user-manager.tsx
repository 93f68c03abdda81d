import { ShieldCheck } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Badge } from '@/admin/components/badge'
import { EmptyState } from '@/admin/components/empty-state'
import { ErrorPanel } from '@/admin/components/error-panel'
import { useAdminSession } from '@/admin/features/session/admin-session'
import { adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { cn } from '@/lib/cn'
import { RolePanel } from './role-panel'
import { type ListedUser, useFindUser, useUsers } from './users'

function LookupForm({ onFound }: { onFound: (user: ListedUser | undefined) => void }) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const { users: texts } = adminMessages
  const fail = (text: string) => {
    setProblem(text)
    toast.error(text)
  }
  const { mutate, isPending } = useAction({
    mutationFn: useFindUser(),
    onSuccess: (found) => {
      onFound(found)
      if (!found) return fail(texts.notFound)
      setProblem(undefined)
      toast.success(texts.found)
    },
    onError: () => fail(texts.lookupFailed),
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    if (email === '') return fail(texts.missingEmail)
    void mutate(email)
  }
  return (
    <form noValidate onSubmit={submit} aria-busy={isPending} className="grid max-w-xl gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        Email
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          name="email"
          type="email"
          autoComplete="off"
          autoCapitalize="off"
          placeholder="name@example.com"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem && `${id}-problem`}
          className="h-10 min-w-0 grow rounded-lg border border-concrete-400 bg-white px-3 placeholder:text-concrete-600 hover:border-concrete-600 aria-invalid:border-danger"
        />
        <Button type="submit" disabled={isPending} size="sm" className="min-h-10">
          {isPending ? 'Looking up...' : 'Lookup'}
        </Button>
      </div>
      {problem && (
        <p id={`${id}-problem`} className="text-danger text-sm">
          {problem}
        </p>
      )}
    </form>
  )
}

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const moment = (iso: string | undefined, otherwise: string) =>
  iso ? <time dateTime={iso}>{when.format(new Date(iso))}</time> : otherwise

type UserTableProps = { users: readonly ListedUser[]; chosen: string | undefined; onChoose: (user: ListedUser) => void }

function UserTable({ users, chosen, onChoose }: UserTableProps) {
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
      {error && <ErrorPanel title={texts.failed} error={error} query={{ refetch, isFetching }} />}
      {!users && !error && <p role="status">{texts.loading}</p>}
      {users?.length === 0 && <EmptyState title={texts.none} />}
      {users && users.length > 0 && <UserTable users={users} chosen={user?.id} onChoose={({ id }) => setChosen(id)} />}
    </div>
  )
}
