import { type FormEvent, useId, useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { buttonClass } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { ListedUser } from './users'

type LookupFormProps = {
  /** The loaded list; undefined while there is none. */
  users: readonly ListedUser[] | undefined
  onFound: (user: ListedUser | undefined) => void
}

/** Finds a user by the exact e-mail address. */
export function LookupForm({ users, onFound }: LookupFormProps) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const { users: texts } = adminMessages

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim().toLowerCase()
    const fail = (text: string) => {
      setProblem(text)
      toast.error(text)
    }
    if (email === '') return fail(texts.missingEmail)
    if (!users) return fail(texts.lookupFailed)
    const found = users.find((user) => user.email.toLowerCase() === email)
    onFound(found)
    if (!found) return fail(texts.notFound)
    setProblem(undefined)
    toast.success(texts.found)
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-xl gap-1.5">
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
        <button type="submit" className={buttonClass({ size: 'sm', className: 'min-h-10' })}>
          Lookup
        </button>
      </div>
      {problem && (
        <p id={`${id}-problem`} className="text-danger text-sm">
          {problem}
        </p>
      )}
    </form>
  )
}
