import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { Card } from '@/admin/components/card'
import { EmptyState } from '@/admin/components/empty-state'
import { ErrorPanel } from '@/admin/components/error-panel'
import { useHashTarget } from '@/admin/components/use-hash-target'
import { findUser, type ListedUser, usersQuery } from '@/admin/data/users'
import { useAdminSession } from '@/admin/session/admin-session'
import { adminMessages } from '@/admin/text/messages'
import { Field } from '@/components/ui/field'
import { Form, SubmitButton, type SubmitResult } from '@/components/ui/form'
import { toast } from '@/components/ui/toast'
import { useIsShown } from '@/components/ui/use-is-shown'
import { validate } from '@/lib/validate'
import { AddUser } from './add-user'
import { BackupPanel } from './backup-panel'
import { MfaRequirement } from './mfa-requirement'
import { MyAccount } from './my-account'
import { UserPanel } from './user-panel'
import { UserTable } from './user-table'

const { users: texts } = adminMessages

const lookupSchema = v.object({ email: v.pipe(v.string(), v.trim(), v.nonEmpty()) })

function LookupForm({ onFound }: { onFound: (user: ListedUser | undefined) => void }) {
  const isShown = useIsShown()
  const refuse = (text: string) => {
    toast.error(text, { silent: isShown() })
    return { ok: false, problems: { email: { text } } } satisfies SubmitResult
  }
  const lookUp = async (email: string) => {
    const found = await findUser(email)
    onFound(found)
    if (!found) return refuse(texts.notFound)
    toast.success(texts.found)
    return undefined
  }
  return (
    <Form
      check={(typed) => validate(lookupSchema, typed)}
      action={({ email }) => lookUp(email)}
      explain={() => refuse(texts.lookupFailed)}
      onInvalid={() => void toast.error(texts.missingEmail, { silent: true })}
      className="max-w-xl text-sm"
    >
      <Field label="Email" name="email" missing={texts.missingEmail}>
        {(control) => (
          <div className="flex gap-2">
            <input
              {...control}
              type="email"
              autoComplete="off"
              autoCapitalize="off"
              placeholder="name@example.com"
              className={`${control.className} min-w-0`}
            />
            <SubmitButton busyLabel="Looking up...">Lookup</SubmitButton>
          </div>
        )}
      </Field>
    </Form>
  )
}

export function UserManager() {
  const { user: own } = useAdminSession()
  const { data: users, error, isFetching, refetch } = useQuery(usersQuery)
  const [chosen, setChosen] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const user = users?.find(({ id }) => id === chosen)
  // The table above moves the target when it loads.
  useHashTarget('own-account', Boolean(own?.email && (users ?? error)))
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card as="p" className="flex gap-3 px-4 py-3 text-sm">
        <ShieldCheck aria-hidden className="size-5 shrink-0 text-green-dark" />
        <span>
          <strong className="font-semibold">Security notice.</strong> Admins can view and change everything here,
          including who is an admin. Only give the role to people you trust. Changes take effect immediately.
        </span>
      </Card>
      <LookupForm onFound={(found) => setChosen(found?.id)} />
      {user && (
        <UserPanel
          key={user.id}
          user={user}
          self={user.id === own?.id}
          onDeleted={() => {
            flushSync(() => setChosen(undefined))
            heading.current?.focus()
          }}
        />
      )}
      <div className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 ref={heading} tabIndex={-1} className="text-lg">
            Users
          </h2>
          <AddUser />
        </div>
        {error && <ErrorPanel title={texts.failed} error={error} query={{ refetch, isFetching }} />}
        {!users && !error && (
          <p role="status" data-loading={isFetching || undefined}>
            {texts.loading}
          </p>
        )}
        {users?.length === 0 && <EmptyState title={texts.none} />}
        {users && users.length > 0 && (
          <UserTable users={users} chosen={user?.id} onChoose={({ id }) => setChosen(id)} />
        )}
      </div>
      {own?.email && <MyAccount email={own.email} />}
      <MfaRequirement />
      <BackupPanel />
    </div>
  )
}
