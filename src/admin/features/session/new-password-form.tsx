import { PASSWORD_MIN } from '@contract/auth-admin'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/use-action'
import { Alert } from '@/components/ui/alert'
import { buttonClass } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import { useFocusWhenShown } from '@/components/ui/use-focus-when-shown'
import { newPasswordSchema } from '@/domain/user'
import { textFields } from '@/lib/form-data'
import { validate } from '@/lib/validate'
import { fieldText } from '@/messages'
import { PasswordInput } from './password-input'
import { changePassword } from './session-actions'
import { passwordText } from './session-texts'

type NewPasswordFormProps = {
  /** Whose password it is; password managers file it under this name. */
  email: string
  onChanged: () => void
  onError: (error: unknown) => void
}

/** A new password, twice. What is too weak, or the same as before, is the auth server's decision. */
export function NewPasswordForm({ email, onChanged, onError }: NewPasswordFormProps) {
  const queryClient = useQueryClient()
  const [problems, setProblems] = useState<{ password?: string | undefined; confirmation?: string | undefined }>({})
  const { run, pending, error } = useAction({
    mutationFn: changePassword,
    onSuccess: (othersEnded) => {
      void queryClient.invalidateQueries()
      toast.success(adminMessages.session.passwordChanged)
      if (!othersEnded) toast.error(adminMessages.session.othersStillIn)
      onChanged()
    },
    onError,
  })
  const notice = useFocusWhenShown<HTMLDivElement>(error)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const checked = validate(newPasswordSchema, textFields(form))
    const wrong = (name: string, text: string | undefined) => {
      setProblems({ [name]: text })
      form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
    }
    if (!checked.ok) {
      const name = checked.problems.password ? 'password' : 'confirmation'
      return wrong(name, fieldText(checked.problems[name]))
    }
    const { password, confirmation } = checked.value
    if (password !== confirmation) return wrong('confirmation', adminMessages.session.passwordsDiffer)
    setProblems({})
    run(password)
  }

  return (
    <form noValidate aria-busy={pending} className="grid gap-5" onSubmit={submit}>
      {error !== null && (
        <Alert ref={notice} tone="error" title="Error!">
          {passwordText(error)}
        </Alert>
      )}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="New password"
        name="password"
        hint={`At least ${PASSWORD_MIN} characters. Three or four words in a row are easy to remember.`}
        error={problems.password}
      >
        {(control) => <PasswordInput control={control} autoComplete="new-password" />}
      </Field>
      <Field label="Confirm new password" name="confirmation" error={problems.confirmation}>
        {(control) => <PasswordInput control={control} autoComplete="new-password" />}
      </Field>
      <button type="submit" disabled={pending} className={buttonClass({ variant: 'green' })}>
        {pending ? 'Saving...' : 'Save new password'}
      </button>
    </form>
  )
}
