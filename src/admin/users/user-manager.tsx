import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { queryClient, useAction } from '@/admin/backend/query-client'
import { EmptyState } from '@/admin/components/empty-state'
import { ErrorPanel } from '@/admin/components/error-panel'
import { SmallButton } from '@/admin/components/small-button'
import { findUser, type ListedUser, usersQuery } from '@/admin/data/users'
import { useAdminSession } from '@/admin/session/admin-session'
import { OwnPasswordDialog } from '@/admin/session/password-forms'
import { adminMessages } from '@/admin/words/messages'
import { useFocusWhenShown } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { AddUser } from './add-user'
import { UserPanel } from './user-panel'
import { UserTable } from './user-table'

const { users: texts } = adminMessages

function LookupForm({ onFound }: { onFound: (user: ListedUser | undefined) => void }) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const fail = (text: string) => {
    setProblem(text)
    toast.error(text)
  }
  const { mutate, isPending } = useAction({
    mutationFn: (email: string) => findUser(queryClient, email),
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
    <form noValidate onSubmit={submit} aria-busy={isPending} className="grid max-w-xl grid-cols-1 gap-1.5">
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
          className="h-10 min-w-0 grow rounded-lg border border-concrete-500 bg-white px-3 placeholder:text-concrete-600 hover:border-concrete-600 aria-invalid:border-danger"
        />
        <Button type="submit" busy={isPending} size="sm" className="min-h-10">
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

function OwnAccount({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  return (
    <section
      aria-labelledby="own-account"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-concrete-200 bg-white px-4 py-3"
    >
      <div className="min-w-0">
        <h2 id="own-account" className="text-lg">
          Your account
        </h2>
        <p className="wrap-anywhere text-concrete-700 text-sm">{email}</p>
      </div>
      <SmallButton onClick={() => setOpen(true)}>Change password</SmallButton>
      {open && <OwnPasswordDialog email={email} onClose={() => setOpen(false)} />}
    </section>
  )
}

export function UserManager() {
  const { user: own } = useAdminSession()
  const { data: users, error, isFetching, refetch } = useQuery(usersQuery)
  const [chosen, setChosen] = useState<string>()
  const [deleted, setDeleted] = useState<string>()
  const heading = useFocusWhenShown<HTMLHeadingElement>(deleted)
  const user = users?.find(({ id }) => id === chosen)
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="flex gap-3 rounded-card border border-concrete-200 bg-white px-4 py-3 text-sm">
        <ShieldCheck aria-hidden className="size-5 shrink-0 text-green-dark" />
        <span>
          <strong className="font-semibold">Security notice.</strong> Admins can read and change everything here and
          decide who else is one. Give the role only to people you trust; it counts, and ends, at once.
        </span>
      </p>
      <LookupForm onFound={(found) => setChosen(found?.id)} />
      <div aria-live="polite">
        {user && (
          <UserPanel
            key={user.id}
            user={user}
            self={user.id === own?.id}
            onDeleted={() => {
              setChosen(undefined)
              setDeleted(user.id)
            }}
          />
        )}
      </div>
      <div className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 ref={heading} tabIndex={-1} className="text-lg">
            Users
          </h2>
          <AddUser />
        </div>
        {error && <ErrorPanel title={texts.failed} error={error} query={{ refetch, isFetching }} />}
        {!users && !error && <p role="status">{texts.loading}</p>}
        {users?.length === 0 && <EmptyState title={texts.none} />}
        {users && users.length > 0 && (
          <UserTable users={users} chosen={user?.id} onChoose={({ id }) => setChosen(id)} />
        )}
      </div>
      {own?.email && <OwnAccount email={own.email} />}
    </div>
  )
}
