import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActionForm } from '@/admin/components/action-form'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { useForm } from '@/admin/use-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import { emailFormSchema, signInSchema } from '@/domain/user'
import { AppError } from '@/lib/errors'
import type { FieldProblem } from '@/lib/validate'
import { fieldText } from '@/messages'
import { PasswordInput } from './password-forms'
import { type Admission, requestReset, signIn } from './session-actions'

const { session: texts } = adminMessages

/** The auth server's own message, where it sent one (contract, point 8), above ours: of `instead` or of the error's code. */
export const explained = (error: unknown, instead: Partial<Record<AppError['code'], string>>): ReactNode => {
  const { code, detail } = error instanceof AppError ? error : {}
  const plain = (code && instead[code]) ?? adminErrorText(error)
  if (!detail || detail === plain) return plain
  return (
    <>
      {detail}
      <span className="mt-1 block">{plain}</span>
    </>
  )
}

const signInText = (error: unknown) => explained(error, { 'not-allowed': texts.denied })

const resetText = (error: unknown) =>
  explained(error, {
    offline: `${texts.resetFailed}. ${adminMessages.errors.offline}`,
    unexpected: texts.resetFailed,
  })

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
    <ActionForm
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
    </ActionForm>
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
    <ActionForm
      action={action}
      explain={resetText}
      onSubmit={onSubmit}
      label="Send reset link"
      busyLabel="Sending..."
      other={{ label: 'Back to login', onClick: onBack }}
    >
      <EmailField {...email} problem={problems.email} autoFocus />
    </ActionForm>
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
