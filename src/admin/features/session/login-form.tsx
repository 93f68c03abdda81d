import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/use-action'
import { Alert } from '@/components/ui/alert'
import { buttonClass } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import { useFocusWhenShown } from '@/components/ui/use-focus-when-shown'
import { signInSchema } from '@/domain/user'
import { textFields } from '@/lib/form-data'
import { type FieldProblem, validate } from '@/lib/validate'
import { fieldText } from '@/messages'
import { PasswordInput } from './password-input'
import { type Admission, signIn } from './session-actions'
import { signInText } from './session-texts'

type LoginFormProps = {
  /** What the address starts as, and who hears of what is typed. */
  email: string
  onEmailChange: (email: string) => void
  onAdmitted: (admission: Admission) => void
  onForgot: () => void
}

/** E-mail and password. A failure keeps both. */
export function LoginForm({ email, onEmailChange, onAdmitted, onForgot }: LoginFormProps) {
  const queryClient = useQueryClient()
  const [problems, setProblems] = useState<Record<string, FieldProblem>>({})
  const { run, pending, error } = useAction({
    mutationFn: signIn,
    onSuccess: (admission) => {
      void queryClient.invalidateQueries()
      if (admission === 'dashboard') toast.success(adminMessages.session.signedIn)
      onAdmitted(admission)
    },
  })
  const notice = useFocusWhenShown<HTMLDivElement>(error)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const checked = validate(signInSchema, textFields(event.currentTarget))
    setProblems(checked.ok ? {} : checked.problems)
    if (checked.ok) return run(checked.value)
    const first = checked.problems.email ? 'email' : 'password'
    event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }

  return (
    <form noValidate aria-busy={pending} className="grid gap-5" onSubmit={submit}>
      {error !== null && (
        <Alert ref={notice} tone="error" title="Error!">
          {signInText(error)}
        </Alert>
      )}
      <Field label="Email" name="email" error={fieldText(problems.email)}>
        {(control) => (
          <input
            {...control}
            type="email"
            required
            autoComplete="username"
            autoCapitalize="off"
            defaultValue={email}
            onChange={(event) => onEmailChange(event.target.value)}
          />
        )}
      </Field>
      <Field label="Password" name="password" error={problems.password && adminMessages.session.missingPassword}>
        {(control) => <PasswordInput control={control} autoComplete="current-password" />}
      </Field>
      <button type="submit" disabled={pending} className={buttonClass({ variant: 'green' })}>
        {pending ? 'Signing in...' : 'Sign in'}
      </button>
      <button
        type="button"
        className={buttonClass({ variant: 'link', className: 'justify-self-start' })}
        onClick={onForgot}
      >
        Forgot your password?
      </button>
    </form>
  )
}
