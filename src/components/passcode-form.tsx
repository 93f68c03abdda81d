import { Field } from '@/components/ui/field'
import { Form, SubmitButton } from '@/components/ui/form'
import { ACCESS_CODE } from '@/domain/access-code'
import { messages } from '@/messages'

type PasscodeFormProps = {
  submitLabel: string
  /** Whether the code can be checked yet. */
  ready: boolean
  onGranted: () => void
}

/** Asks for `ACCESS_CODE`. The check is client-side and protects nothing. */
export function PasscodeForm({ submitLabel, ready, onGranted }: PasscodeFormProps) {
  return (
    <Form
      check={({ code }) =>
        code === ACCESS_CODE ? { ok: true, value: undefined } : { ok: false, problems: { code: 'invalid' } }
      }
      action={() => void onGranted()}
      onInvalid={(_, form) => void form.reset()}
      className="grid gap-3"
    >
      <Field label="Password" name="code" invalid={messages.access.refused}>
        {(control) => (
          <div className="flex flex-wrap gap-3">
            <input
              {...control}
              required
              disabled={!ready}
              type="password"
              inputMode="numeric"
              autoComplete="off"
              className={`${control.className} max-w-40`}
            />
            <SubmitButton disabled={!ready} className="min-h-12 disabled:opacity-100">
              {submitLabel}
            </SubmitButton>
          </div>
        )}
      </Field>
    </Form>
  )
}
