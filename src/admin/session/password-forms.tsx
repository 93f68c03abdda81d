import { PASSWORD_MIN } from '@contract/auth-admin'
import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { ActionForm } from '@/admin/components/form'
import { FormDialog } from '@/admin/components/form-dialog'
import { useAction } from '@/admin/components/use-action'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { Field } from '@/components/ui/field'
import type { SubmitError } from '@/components/ui/form'
import { toast } from '@/components/ui/toast'
import { changePasswordSchema, codeSchema, newPasswordSchema } from '@/domain/user'
import { isAppError } from '@/lib/errors'
import { refetchData } from './admin-session'
import { CodeField, CodeForm, toCodeError } from './code-form'
import { changePassword } from './session-actions'
import { myFactorsQuery, verifyCode } from './two-factor'

const { session: texts } = adminMessages

const toPasswordError = (error: unknown): string | SubmitError => {
  if (isAppError(error, 'not-allowed')) return texts.denied
  if (isAppError(error, 'wrong-password', 'password-needed'))
    return { problems: { current: { text: adminErrorText(error) } } }
  if (!isAppError(error, 'weak-password')) return adminErrorText(error)
  const reasons = error.reasons.map((reason) => texts.weakReasons[reason] ?? '')
  const text = [error.detail ?? adminErrorText(error), ...reasons].filter(Boolean).join(' ')
  return { problems: { password: { text } } }
}

type PasswordFieldProps = {
  label: string
  /** Accessible name of the button. */
  showLabel?: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  missing?: string
  invalid?: string
  defaultValue?: string
}

export function PasswordField({ label, showLabel = 'Show password', name, ...props }: PasswordFieldProps) {
  const { autoComplete, defaultValue, ...field } = props
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...field} label={label} name={name}>
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

function CurrentPassword() {
  return (
    <PasswordField
      label="Current password"
      showLabel="Show current password"
      name="current"
      autoComplete="current-password"
    />
  )
}

function NewPasswordFields({ email }: { email: string }) {
  return (
    <>
      {email && <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />}
      <PasswordField
        label="New password"
        showLabel="Show new password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters. Three or four random words are easy to remember.`}
      />
      <PasswordField
        label="Confirm new password"
        showLabel="Show confirmation"
        name="confirmation"
        autoComplete="new-password"
        invalid={texts.passwordsDiffer}
      />
    </>
  )
}

const usePasswordAction = <Typed,>(
  mutationFn: (typed: Typed) => Promise<boolean>,
  onChanged: () => void,
  onError?: (error: unknown) => void,
) =>
  useAction({
    mutationFn,
    onSuccess: (othersEnded: boolean) => {
      void refetchData()
      toast.success(texts.passwordChanged)
      if (!othersEnded) toast.error(texts.othersStillIn)
      onChanged()
    },
    ...(onError && { onError }),
  })

type NewPasswordFormProps = {
  email: string
  /** Current password, if known. */
  current?: string | undefined
  label: string
  beforeChange: (password: string) => Promise<void>
  onChanged: () => void
  onError: (error: unknown) => void
}

/** Sets a password after an emailed link or instead of the default one. */
export function NewPasswordForm({ email, current, label, beforeChange, onChanged, onError }: NewPasswordFormProps) {
  const [lacksCode, setLacksCode] = useState(false)
  const [asksCurrent, setAsksCurrent] = useState(false)
  const password = useRef<HTMLDivElement>(null)
  const back = () => {
    flushSync(() => setLacksCode(false))
    password.current?.querySelector('input')?.focus()
  }
  const change = (typed: { password: string; current?: string | undefined }) =>
    beforeChange(typed.password).then(() => changePassword(typed.password, typed.current ?? current))
  const action = usePasswordAction(change, onChanged, (error) => {
    // The field is needed without an emailed link. Render it before the form looks for it.
    if (isAppError(error, 'wrong-password', 'password-needed')) flushSync(() => setAsksCurrent(true))
    if (isAppError(error, 'code-needed')) setLacksCode(true)
    else onError(error)
  })
  return (
    <>
      <div ref={password} hidden={lacksCode} className="grid gap-5">
        <ActionForm
          schema={asksCurrent ? changePasswordSchema : newPasswordSchema}
          action={action}
          explain={(error) => {
            // The page redirects users without the role and says why.
            if (isAppError(error, 'not-allowed', 'code-needed')) return {}
            return isAppError(error, 'signed-out') ? texts.endedUnsaved : toPasswordError(error)
          }}
          label={label}
          busyLabel="Saving..."
        >
          {asksCurrent && <CurrentPassword />}
          <NewPasswordFields email={email} />
        </ActionForm>
      </div>
      {lacksCode && (
        <>
          <p>Your account uses two-factor authentication. Enter a code to save the new password.</p>
          <CodeForm
            onProved={() => {
              back()
              password.current?.querySelector('form')?.requestSubmit()
            }}
            onEnded={back}
            other={{ label: 'Back', onClick: back }}
          />
        </>
      )}
    </>
  )
}

export function ChangePasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { data: factors } = useQuery(myFactorsQuery)
  const [isProved, setProved] = useState(false)
  const needsCode = factors?.length !== 0 && !isProved
  const change = async (typed: { current: string; password: string; code?: string | undefined }) => {
    if (needsCode && typed.code) await verifyCode(typed.code).then(() => setProved(true))
    return changePassword(typed.password, typed.current)
  }
  const action = usePasswordAction(change, onClose)
  return (
    <FormDialog
      title="Change password"
      description="All your other devices will be logged out."
      onClose={onClose}
      schema={needsCode ? v.intersect([changePasswordSchema, codeSchema]) : changePasswordSchema}
      action={action}
      explain={(error, form) =>
        isAppError(error, 'wrong-code', 'code-used') ? toCodeError(error, form) : toPasswordError(error)
      }
      label="Change password"
      busyLabel="Saving..."
    >
      <CurrentPassword />
      <NewPasswordFields email={email} />
      {needsCode && <CodeField />}
    </FormDialog>
  )
}
