import { PASSWORD_MIN } from '@contract/auth-admin'
import { useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ActionForm } from '@/admin/components/action-form'
import { FormDialog } from '@/admin/components/form-dialog'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { useForm } from '@/admin/use-form'
import { Field, type FieldControl } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import { newPasswordSchema, ownPasswordSchema } from '@/domain/user'
import { AppError, isAppError } from '@/lib/errors'
import type { FieldProblem } from '@/lib/validate'
import { fieldText } from '@/messages'
import { changeOwnPassword, changePassword } from './session-actions'

const { session: texts } = adminMessages

const passwordText = (error: unknown) => {
  if (isAppError(error, 'not-allowed')) return texts.denied
  if (!(error instanceof AppError) || error.code !== 'weak-password') return adminErrorText(error)
  const reasons = error.reasons.map((reason) => texts.weakReasons[reason] ?? '')
  return [error.detail ?? adminErrorText(error), ...reasons].filter(Boolean).join(' ')
}

type PasswordInputProps = { control: FieldControl; autoComplete: 'current-password' | 'new-password' }

export function PasswordInput({ control, autoComplete }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <input
        {...control}
        type={shown ? 'text' : 'password'}
        required
        autoComplete={autoComplete}
        autoCapitalize="off"
        spellCheck={false}
        className={`${control.className} pr-12`}
      />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Show password"
        aria-controls={control.id}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-concrete-600 hover:text-ink"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  )
}

type NewPasswordFieldsProps = { email: string; problems: Record<string, FieldProblem>; differ: boolean }

function NewPasswordFields({ email, problems, differ }: NewPasswordFieldsProps) {
  return (
    <>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="New password"
        name="password"
        hint={`At least ${PASSWORD_MIN} characters. Three or four words in a row are easy to remember.`}
        error={fieldText(problems.password)}
      >
        {(control) => <PasswordInput control={control} autoComplete="new-password" />}
      </Field>
      <Field
        label="Confirm new password"
        name="confirmation"
        error={fieldText(problems.confirmation) ?? (differ ? texts.passwordsDiffer : undefined)}
      >
        {(control) => <PasswordInput control={control} autoComplete="new-password" />}
      </Field>
    </>
  )
}

// Whether the two new passwords are the same; otherwise the second field gets the focus.
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
  { onChanged, onError }: { onChanged: () => void; onError?: (error: unknown) => void },
) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn,
    onSuccess: (othersEnded: boolean) => {
      void queryClient.invalidateQueries()
      toast.success(texts.passwordChanged)
      if (!othersEnded) toast.error(texts.othersStillIn)
      onChanged()
    },
    ...(onError && { onError }),
  })
}

type NewPasswordFormProps = {
  email: string
  /** The password that is replaced, where it is known without asking. */
  present?: string | undefined
  label?: string
  onChanged: () => void
  onError: (error: unknown) => void
}

/** Chooses a password with the session of a link, or instead of the default one. */
export function NewPasswordForm({ email, present, label = 'Save new password', ...handlers }: NewPasswordFormProps) {
  const action = usePasswordAction((password: string) => changePassword(password, present), handlers)
  const { differ, confirmed } = useConfirmation(action.reset)
  const { problems, onSubmit } = useForm(
    newPasswordSchema,
    (typed, form) => confirmed(typed, form) && action.mutate(typed.password),
    action.reset,
  )
  return (
    <ActionForm action={action} explain={passwordText} onSubmit={onSubmit} label={label} busyLabel="Saving...">
      <NewPasswordFields email={email} problems={problems} differ={differ} />
    </ActionForm>
  )
}

type OwnPasswordDialogProps = { email: string; onClose: () => void }

/** Replaces the signed-in person's password; asks for the present one. */
export function OwnPasswordDialog({ email, onClose }: OwnPasswordDialogProps) {
  const fields = useRef<HTMLDivElement>(null)
  const action = usePasswordAction(changeOwnPassword, { onChanged: onClose })
  const { differ, confirmed } = useConfirmation(action.reset)
  const wrong = isAppError(action.error, 'wrong-password')
  useEffect(() => {
    if (wrong) fields.current?.querySelector('input')?.focus()
  }, [wrong])
  const { problems, onSubmit } = useForm(
    ownPasswordSchema,
    (typed, form) => confirmed(typed, form) && action.mutate({ ...typed, email }),
    action.reset,
  )
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      busy={action.isPending}
      title="Change password"
      description="Every other device on which you are logged in is logged out."
    >
      <ActionForm
        action={wrong ? { ...action, error: null } : action}
        explain={passwordText}
        onSubmit={onSubmit}
        label="Change password"
        busyLabel="Saving..."
        other={{ label: 'Cancel', onClick: onClose }}
      >
        <div ref={fields}>
          <Field
            label="Current password"
            name="present"
            error={fieldText(problems.present) ?? (wrong ? adminErrorText(action.error) : undefined)}
          >
            {(control) => <PasswordInput control={control} autoComplete="current-password" />}
          </Field>
        </div>
        <NewPasswordFields email={email} problems={problems} differ={differ} />
      </ActionForm>
    </FormDialog>
  )
}
