import { type FormEvent, useId, useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { buttonClass } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { type ListedUser, useFindUser } from './users'

/** Finds a user by the exact e-mail address; `onFound` hears of no match too. */
export function LookupForm({ onFound }: { onFound: (user: ListedUser | undefined) => void }) {
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
        <button type="submit" disabled={isPending} className={buttonClass({ size: 'sm', className: 'min-h-10' })}>
          {isPending ? 'Looking up...' : 'Lookup'}
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
