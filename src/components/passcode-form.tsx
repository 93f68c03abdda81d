import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { ACCESS_CODE } from '@/domain/access-code'
import { textFields } from '@/lib/form-data'
import { messages } from '@/messages'

type PasscodeFormProps = {
  submitLabel: string
  /** False before hydration, when submitting would put the code in the URL. */
  ready: boolean
  onGranted: () => void
}

export function PasscodeForm({ submitLabel, ready, onGranted }: PasscodeFormProps) {
  const [refusals, setRefusals] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()

  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (textFields(event.currentTarget).code === ACCESS_CODE) return onGranted()
    event.currentTarget.reset()
    input.current?.focus()
    setRefusals((count) => count + 1)
  }

  return (
    <form noValidate className="grid gap-3" onSubmit={check}>
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Password" name="code" className="w-40">
          {(control) => (
            <input
              {...control}
              ref={input}
              required
              disabled={!ready}
              type="password"
              inputMode="numeric"
              autoComplete="off"
              aria-invalid={refusals > 0 || undefined}
              aria-describedby={refusals > 0 ? errorId : undefined}
            />
          )}
        </Field>
        <Button type="submit" disabled={!ready} className="min-h-12 disabled:opacity-100">
          {submitLabel}
        </Button>
      </div>
      {refusals > 0 && (
        // A new element each time, so that the same message is read out again.
        <p key={refusals} id={errorId} role="alert" className="flex gap-1.5 text-danger">
          <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
          {messages.access.refused}
        </p>
      )}
    </form>
  )
}
