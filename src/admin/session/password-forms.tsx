import { PASSWORD_MIN } from '@contract/auth-admin'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { queryClient, useAction } from '@/admin/backend/query-client'
import { ActionForm, useFieldError } from '@/admin/components/form'
import { FormDialog } from '@/admin/components/form-dialog'
import { adminErrorText, adminMessages } from '@/admin/words/messages'
import { Field } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import { newPasswordSchema, ownPasswordSchema } from '@/domain/user'
import { isAppError } from '@/lib/errors'
import { changeOwnPassword, changePassword } from './session-actions'

const { session: texts } = adminMessages

const passwordText = (error: unknown) => {
  if (isAppError(error, 'not-allowed')) return texts.denied
  if (!isAppError(error, 'weak-password')) return adminErrorText(error)
  const reasons = error.reasons.map((reason) => texts.weakReasons[reason] ?? '')
  return [error.detail ?? adminErrorText(error), ...reasons].filter(Boolean).join(' ')
}

type PasswordFieldProps = {
  label: string
  /** The name of the button that shows it, where several stand together. */
  showLabel?: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  error?: string | undefined
  missing?: string
  defaultValue?: string
}

/** A password field whose value can be shown. */
export function PasswordField({ label, showLabel = 'Show password', name, ...props }: PasswordFieldProps) {
  const { autoComplete, hint, error, missing, defaultValue } = props
  const [shown, setShown] = useState(false)
  const problem = useFieldError(name, { missing })
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} name={name} {...(hint && { hint })} error={problem ?? error}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            type={shown ? 'text' : 'password'}
            defaultValue={defaultValue}
            required
            autoComplete={autoComplete}
            autoCapitalize="off"
            spellCheck={false}
            className={`${control.className} pr-12`}
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label={showLabel}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-concrete-600 hover:text-ink"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}

function NewPasswordFields({ email, differ }: { email: string; differ: boolean }) {
  return (
    <>
      {email && <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />}
      <PasswordField
        label="New password"
        showLabel="Show the new one"
        name="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters. Three or four words in a row are easy to remember.`}
      />
      <PasswordField
        label="Confirm new password"
        showLabel="Show confirmation"
        name="confirmation"
        autoComplete="new-password"
        error={differ ? texts.passwordsDiffer : undefined}
      />
    </>
  )
}

const useConfirmation = (forgetError: () => void) => {
  const [differ, setDiffer] = useState(false)
  const confirmed = (typed: { password: string; confirmation: string }, form: HTMLFormElement) => {
    const same = typed.password === typed.confirmation
    setDiffer(!same)
    if (same) return true
    forgetError()
    form.querySelector<HTMLElement>('[name=confirmation]')?.focus()
    return false
  }
  return { differ, confirmed }
}

const usePasswordAction = <Input,>(
  mutationFn: (input: Input) => Promise<boolean>,
  onChanged: () => void,
  onError?: (error: unknown) => void,
) =>
  useAction({
    mutationFn,
    onSuccess: (othersEnded: boolean) => {
      void queryClient.invalidateQueries()
      toast.success(texts.passwordChanged)
      if (!othersEnded) toast.error(texts.othersStillIn)
      onChanged()
    },
    ...(onError && { onError }),
  })

type NewPasswordFormProps = {
  email: string
  /** The password to replace, where it is known without asking. */
  current?: string | undefined
  label: string
  beforeChange: (password: string) => Promise<void>
  onChanged: () => void
  onError: (error: unknown) => void
}

/** Sets a password after following an emailed link, or in place of the default one. */
export function NewPasswordForm({ email, current, label, beforeChange, onChanged, onError }: NewPasswordFormProps) {
  const change = (password: string) => beforeChange(password).then(() => changePassword(password, current))
  const action = usePasswordAction(change, onChanged, onError)
  const { differ, confirmed } = useConfirmation(action.reset)
  return (
    <ActionForm
      schema={newPasswordSchema}
      onValid={(typed, form) => confirmed(typed, form) && action.mutate(typed.password)}
      onInvalid={action.reset}
      // The page leads away whoever has no role, and says why.
      action={isAppError(action.error, 'not-allowed') ? { ...action, error: null } : action}
      explain={(error) => (isAppError(error, 'signed-out') ? texts.endedUnsaved : passwordText(error))}
      label={label}
      busyLabel="Saving..."
    >
      <NewPasswordFields email={email} differ={differ} />
    </ActionForm>
  )
}

/** Changes the signed-in person's password, asking for the current one. */
export function OwnPasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const fields = useRef<HTMLDivElement>(null)
  const action = usePasswordAction(changeOwnPassword, onClose)
  const { differ, confirmed } = useConfirmation(action.reset)
  const wrong = isAppError(action.error, 'wrong-password')
  useEffect(() => {
    if (wrong) fields.current?.querySelector('input')?.focus()
  }, [wrong])
  return (
    <FormDialog
      title="Change password"
      description="Every other device on which you are logged in is logged out."
      onClose={onClose}
      schema={ownPasswordSchema}
      onValid={(typed, form) => confirmed(typed, form) && action.mutate({ ...typed, email })}
      onInvalid={action.reset}
      action={wrong ? { ...action, error: null } : action}
      explain={passwordText}
      label="Change password"
      busyLabel="Saving..."
    >
      <div ref={fields}>
        <PasswordField
          label="Current password"
          showLabel="Show the current one"
          name="current"
          autoComplete="current-password"
          error={wrong ? adminErrorText(action.error) : undefined}
        />
      </div>
      <NewPasswordFields email={email} differ={differ} />
    </FormDialog>
  )
}
