import { PASSWORD_MIN } from '@contract/auth-admin'
import { useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { useForm } from '@/admin/use-form'
import { Alert, useFocusWhenShown } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field, type FieldControl } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import { emailFormSchema, newPasswordSchema, signInSchema } from '@/domain/user'
import { AppError } from '@/lib/errors'
import type { FieldProblem } from '@/lib/validate'
import { fieldText } from '@/messages'
import { type Admission, changePassword, requestReset, signIn } from './session-actions'

const { session: texts } = adminMessages

/** The message for an error, unless `instead` has one for its code. */
export const errorText = (error: unknown, instead: Partial<Record<AppError['code'], string>>): string =>
  (error instanceof AppError ? instead[error.code] : undefined) ?? adminErrorText(error)

const signInText = (error: unknown) => errorText(error, { 'not-allowed': texts.denied })

const resetText = (error: unknown) =>
  errorText(error, {
    offline: `${texts.resetFailed}. ${adminMessages.errors.offline}`,
    unexpected: texts.resetFailed,
  })

const passwordText = (error: unknown) => {
  if (!(error instanceof AppError) || error.code !== 'weak-password') return signInText(error)
  const reasons = error.reasons.map((reason) => texts.weakReasons[reason] ?? '')
  return [error.detail ?? adminErrorText(error), ...reasons].filter(Boolean).join(' ')
}

type SessionFormProps = {
  action: { isPending: boolean; error: unknown }
  explain: (error: unknown) => string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  label: string
  busyLabel: string
  other?: { label: string; onClick: () => void }
  children: ReactNode
}

function SessionForm({
  action: { isPending, error },
  explain,
  onSubmit,
  other,
  children,
  ...labels
}: SessionFormProps) {
  const notice = useFocusWhenShown<HTMLDivElement>(error)
  return (
    <form noValidate aria-busy={isPending} className="grid gap-5" onSubmit={onSubmit}>
      {error !== null && (
        <Alert ref={notice} tone="error" title="Error!">
          {explain(error)}
        </Alert>
      )}
      {children}
      <Button type="submit" disabled={isPending} variant="green">
        {isPending ? labels.busyLabel : labels.label}
      </Button>
      {other && (
        <Button variant="link" className="justify-self-start" onClick={other.onClick}>
          {other.label}
        </Button>
      )}
    </form>
  )
}

type EmailProps = {
  email: string
  onEmailChange: (email: string) => void
}

function EmailField(props: EmailProps & { problem: FieldProblem | undefined; autoFocus?: boolean }) {
  return (
    <Field label="Email" name="email" error={fieldText(props.problem)}>
      {(control) => (
        <input
          {...control}
          type="email"
          required
          autoComplete="username"
          autoCapitalize="off"
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for this one field.
          autoFocus={props.autoFocus}
          defaultValue={props.email}
          onChange={(event) => props.onEmailChange(event.target.value)}
        />
      )}
    </Field>
  )
}

type PasswordInputProps = { control: FieldControl; autoComplete: 'current-password' | 'new-password' }

function PasswordInput({ control, autoComplete }: PasswordInputProps) {
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

type LoginFormProps = EmailProps & { onAdmitted: (admission: Admission) => void; onForgot: () => void }

export function LoginForm({ onAdmitted, onForgot, ...email }: LoginFormProps) {
  const queryClient = useQueryClient()
  const action = useAction({
    mutationFn: signIn,
    onSuccess: (admission) => {
      void queryClient.invalidateQueries()
      if (admission === 'dashboard') toast.success(texts.signedIn)
      onAdmitted(admission)
    },
  })
  const { problems, onSubmit } = useForm(signInSchema, action.mutate)
  return (
    <SessionForm
      action={action}
      explain={signInText}
      onSubmit={onSubmit}
      label="Sign in"
      busyLabel="Signing in..."
      other={{ label: 'Forgot your password?', onClick: onForgot }}
    >
      <EmailField {...email} problem={problems.email} />
      <Field label="Password" name="password" error={problems.password && texts.missingPassword}>
        {(control) => <PasswordInput control={control} autoComplete="current-password" />}
      </Field>
    </SessionForm>
  )
}

type ForgotFormProps = EmailProps & { onSent: () => void; onBack: () => void }

export function ForgotForm({ onSent, onBack, ...email }: ForgotFormProps) {
  const action = useAction({
    mutationFn: requestReset,
    onSuccess: () => {
      toast.success(texts.resetSent)
      onSent()
    },
  })
  const { problems, onSubmit } = useForm(emailFormSchema, (typed) => action.mutate(typed.email))
  return (
    <SessionForm
      action={action}
      explain={resetText}
      onSubmit={onSubmit}
      label="Send reset link"
      busyLabel="Sending..."
      other={{ label: 'Back to login', onClick: onBack }}
    >
      <EmailField {...email} problem={problems.email} autoFocus />
    </SessionForm>
  )
}

export function ResetSent({ onBack }: { onBack: () => void }) {
  return (
    <>
      <div role="status" className="grid gap-2">
        <p className="font-semibold">Password reset link has been sent to your email.</p>
        <p className="text-concrete-700">Please check your inbox and follow the instructions to reset your password.</p>
      </div>
      <Button autoFocus variant="outline" onClick={onBack}>
        Back to login
      </Button>
    </>
  )
}

type NewPasswordFormProps = { email: string; onChanged: () => void; onError: (error: unknown) => void }

export function NewPasswordForm({ email, onChanged, onError }: NewPasswordFormProps) {
  const queryClient = useQueryClient()
  const [differ, setDiffer] = useState(false)
  const action = useAction({
    mutationFn: changePassword,
    onSuccess: (othersEnded) => {
      void queryClient.invalidateQueries()
      toast.success(texts.passwordChanged)
      if (!othersEnded) toast.error(texts.othersStillIn)
      onChanged()
    },
    onError,
  })
  const { problems, onSubmit } = useForm(newPasswordSchema, ({ password, confirmation }, form) => {
    setDiffer(password !== confirmation)
    if (password === confirmation) return action.mutate(password)
    form.querySelector<HTMLElement>('[name=confirmation]')?.focus()
  })
  return (
    <SessionForm
      action={action}
      explain={passwordText}
      onSubmit={onSubmit}
      label="Save new password"
      busyLabel="Saving..."
    >
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
    </SessionForm>
  )
}
