import { useState } from 'react'
import { ActionForm, type ActionFormProps } from '@/admin/components/form'
import { LazyScreen } from '@/admin/components/lazy-screen'
import { useAction } from '@/admin/components/use-action'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { FocusedMessage } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import type { SubmitError } from '@/components/ui/form'
import { toast } from '@/components/ui/toast'
import { useIsShown } from '@/components/ui/use-is-shown'
import { emailFormSchema, signInSchema } from '@/domain/user'
import { AppError } from '@/lib/errors'
import { lazyModule } from '@/lib/lazy-module'
import { type Access, needsTwoFactor, useAdminSession } from './admin-session'
import { CodeForm } from './code-form'
import { PasswordField } from './password-forms'
import { requestReset, signIn } from './session-actions'

const { session: texts } = adminMessages

/** Returns the auth server's message (contract, point 8) with ours, which `instead` overrides. */
export const toSubmitError = (error: unknown, instead: Partial<Record<AppError['code'], string>>): SubmitError => {
  const { code, detail } = error instanceof AppError ? error : {}
  const plain = (code && instead[code]) ?? adminErrorText(error)
  return !detail || detail === plain ? { message: plain } : { message: detail, advice: plain }
}

const resetText = (error: unknown) =>
  toSubmitError(error, {
    offline: `${texts.resetFailed}. ${adminMessages.errors.offline}`,
    unexpected: texts.resetFailed,
  })

type EmailProps = { email: string; onEmailChange: (email: string) => void; instruction?: string }

function EmailField({ email, onEmailChange, instruction, autoFocus = false }: EmailProps & { autoFocus?: boolean }) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="off"
      autoFocus={autoFocus}
      instruction={instruction}
      defaultValue={email}
      onChange={(event) => onEmailChange(event.target.value)}
    />
  )
}

type LoginFormProps = EmailProps & {
  autoFocus?: boolean
  password: string
  /** Not called while two-factor is still due. */
  onSignedIn: (access: Access) => void
  onForgot: () => void
}

function LoginForm({ password, onSignedIn, onForgot, ...email }: LoginFormProps) {
  const action = useAction({
    mutationFn: signIn,
    onSuccess: (access) => {
      if (needsTwoFactor(access)) return
      if (access !== 'password-change') toast.success(texts.signedIn)
      onSignedIn(access)
    },
  })
  return (
    <ActionForm
      schema={signInSchema}
      action={action}
      explain={(error) => toSubmitError(error, { 'not-allowed': texts.denied })}
      label="Sign in"
      busyLabel="Signing in..."
      other={{ label: 'Forgot your password?', onClick: onForgot }}
    >
      <EmailField {...email} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        missing={texts.missingPassword}
        defaultValue={password}
      />
    </ActionForm>
  )
}

/** Lazy, because it draws QR codes. */
export const setUpFactor = lazyModule(() => import('./set-up-factor'))

/** Asks for the password, or for the missing two-factor step with `other`. */
export function SignIn({ other, ...props }: LoginFormProps & Pick<ActionFormProps<never>, 'other'>) {
  const { access, user } = useAdminSession()
  const [isBack, setBack] = useState(false)
  if (needsTwoFactor(access) && !isBack) setBack(true)
  if (access === 'code')
    return <CodeForm onProved={(now) => now === 'granted' && void toast.success(texts.signedIn)} other={other} />
  if (access === 'set-up') return <LazyScreen module={setUpFactor} props={{ email: user?.email ?? '', other }} />
  return <LoginForm {...props} autoFocus={props.autoFocus || isBack} />
}

type ForgotFormProps = EmailProps & { onSent: () => void; onBack: () => void }

export function ForgotForm({ onSent, onBack, ...email }: ForgotFormProps) {
  const isShown = useIsShown()
  const action = useAction({
    mutationFn: ({ email }: { email: string }) => requestReset(email),
    onSuccess: () => {
      toast.success(texts.resetSent, { silent: isShown() })
      onSent()
    },
  })
  return (
    <ActionForm
      schema={emailFormSchema}
      action={action}
      explain={resetText}
      label="Send reset link"
      busyLabel="Sending..."
      other={{ label: 'Back to login', onClick: onBack }}
    >
      <EmailField {...email} autoFocus />
    </ActionForm>
  )
}

export function ResetSent({ onBack }: { onBack: () => void }) {
  return (
    <>
      <FocusedMessage className="grid gap-2">
        <p className="font-semibold">Password reset link has been sent to your email.</p>
        <p className="text-concrete-700">Please check your inbox and follow the instructions to reset your password.</p>
      </FocusedMessage>
      <Button variant="outline" onClick={onBack}>
        Back to login
      </Button>
    </>
  )
}
