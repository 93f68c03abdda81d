import { ActionForm } from '@/admin/components/form'
import { useAction } from '@/admin/components/use-action'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { TextField } from '@/components/ui/field'
import type { SubmitError } from '@/components/ui/form'
import { toast } from '@/components/ui/toast'
import { codeSchema } from '@/domain/user'
import { isAppError } from '@/lib/errors'
import { type Access, invalidateAccess } from './admin-session'
import { verifyCode } from './two-factor'

/** Maps an error to the code field or the form. */
export const toCodeError = (error: unknown, form: HTMLFormElement): string | SubmitError => {
  const text = adminErrorText(error)
  if (!isAppError(error, 'wrong-code', 'code-used')) return text
  form.querySelector<HTMLInputElement>('[name="code"]')?.select()
  return { problems: { code: { text } } }
}

const DIGITS = 6

/** Renders a field that submits on the sixth digit if it `isAlone`. */
export function CodeField({ isAlone = false }: { isAlone?: boolean }) {
  return (
    <TextField
      label="Code"
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      hint="The six-digit code your authenticator app is showing now."
      invalid={adminMessages.secondFactor.missingCode}
      autoFocus={isAlone}
      onChange={({ target: { value, form } }) => {
        if (isAlone && value.replace(/\D/g, '').length === DIGITS) form?.requestSubmit()
      }}
    />
  )
}

type CodeFormProps = {
  /** Verifies with the user's own factors by default. */
  prove?: (code: string) => Promise<unknown>
  onProved?: (access: Access | undefined) => void
  /** Called when the session has ended. */
  onEnded?: () => void
  other?: { label: string; onClick: () => void } | undefined
}

export function CodeForm({ prove = verifyCode, onProved, onEnded, other }: CodeFormProps) {
  const action = useAction({
    mutationFn: async ({ code }: { code: string }) => void (await prove(code)),
    onSuccess: async () => {
      onProved?.(await invalidateAccess())
    },
    onError: (error) => {
      // The response may have been lost, or another tab was faster.
      void invalidateAccess()
      if (!isAppError(error, 'signed-out')) return
      toast.error(adminErrorText(error))
      onEnded?.()
    },
  })
  return (
    <ActionForm
      schema={codeSchema}
      action={action}
      explain={toCodeError}
      label="Continue"
      busyLabel="Checking..."
      other={other}
    >
      <CodeField isAlone />
    </ActionForm>
  )
}
