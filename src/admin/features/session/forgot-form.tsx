import { type FormEvent, useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/use-action'
import { Alert } from '@/components/ui/alert'
import { buttonClass } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import { useFocusWhenShown } from '@/components/ui/use-focus-when-shown'
import { emailFormSchema } from '@/domain/user'
import { textFields } from '@/lib/form-data'
import { type FieldProblem, validate } from '@/lib/validate'
import { fieldText } from '@/messages'
import { requestReset } from './session-actions'
import { resetText } from './session-texts'

type ForgotFormProps = { email: string; onEmailChange: (email: string) => void; onSent: () => void; onBack: () => void }

/** Asks for the e-mail with the link that replaces a forgotten password. */
export function ForgotForm({ email, onEmailChange, onSent, onBack }: ForgotFormProps) {
  const [problem, setProblem] = useState<FieldProblem>()
  const { run, pending, error } = useAction({
    mutationFn: requestReset,
    onSuccess: () => {
      toast.success(adminMessages.session.resetSent)
      onSent()
    },
  })
  const notice = useFocusWhenShown<HTMLDivElement>(error)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const checked = validate(emailFormSchema, textFields(event.currentTarget))
    setProblem(checked.ok ? undefined : checked.problems.email)
    if (checked.ok) return run(checked.value.email)
    event.currentTarget.querySelector('input')?.focus()
  }

  return (
    <form noValidate aria-busy={pending} className="grid gap-5" onSubmit={submit}>
      {error !== null && (
        <Alert ref={notice} tone="error" title="Error!">
          {resetText(error)}
        </Alert>
      )}
      <Field label="Email" name="email" error={fieldText(problem)}>
        {(control) => (
          <input
            {...control}
            type="email"
            required
            autoComplete="username"
            autoCapitalize="off"
            // biome-ignore lint/a11y/noAutofocus: the person has just asked for this one field.
            autoFocus
            defaultValue={email}
            onChange={(event) => onEmailChange(event.target.value)}
          />
        )}
      </Field>
      <button type="submit" disabled={pending} className={buttonClass({ variant: 'green' })}>
        {pending ? 'Sending...' : 'Send reset link'}
      </button>
      <button
        type="button"
        className={buttonClass({ variant: 'link', className: 'justify-self-start' })}
        onClick={onBack}
      >
        Back to login
      </button>
    </form>
  )
}

/** Confirms that the e-mail is on its way. */
export function ResetSent({ onBack }: { onBack: () => void }) {
  return (
    <>
      <div role="status" className="grid gap-2">
        <p className="font-semibold">Password reset link has been sent to your email.</p>
        <p className="text-concrete-700">Please check your inbox and follow the instructions to reset your password.</p>
      </div>
      <button
        type="button"
        // biome-ignore lint/a11y/noAutofocus: the field that had the focus is gone.
        autoFocus
        className={buttonClass({ variant: 'outline' })}
        onClick={onBack}
      >
        Back to login
      </button>
    </>
  )
}
