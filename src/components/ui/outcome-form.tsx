import { type FormEvent, type ReactNode, type RefObject, useState } from 'react'
import { AppError } from '@/lib/errors'
import type { FieldProblems } from '@/lib/validate'
import { errorText, messages } from '@/messages'
import { Alert, useFocusWhenShown } from './alert'
import { Button } from './button'
import { useSubmission } from './use-submission'

/** `advice` follows a message not written for people. */
export type FormOutcome =
  | { ok: true; message: string }
  | { ok: false; message: string; advice?: string; problems?: FieldProblems }

type OutcomeFormProps = {
  /** A rejection counts as a failure with the error's message. */
  send: (form: HTMLFormElement) => Promise<FormOutcome>
  onFocus: () => void
  errorTitle: string
  successTitle: string
  again: string
  children: (parts: {
    problems: FieldProblems
    sending: boolean
    firstField: RefObject<HTMLInputElement | null>
  }) => ReactNode
}

export function OutcomeForm({ send, onFocus, errorTitle, successTitle, again, children }: OutcomeFormProps) {
  const [outcome, setOutcome] = useState<FormOutcome>()
  const notice = useFocusWhenShown<HTMLDivElement>(outcome)
  const [rounds, setRounds] = useState(0)
  const firstField = useFocusWhenShown<HTMLInputElement>(rounds)
  const { sending, submit } = useSubmission(async (form: HTMLFormElement) => {
    const result = await send(form).catch((error: unknown): FormOutcome => {
      if (error instanceof AppError) return { ok: false, message: errorText(error.code) }
      return { ok: false, message: (error instanceof Error && error.message) || messages.unexpected }
    })
    setOutcome(result)
  })
  const startAgain = () => {
    setOutcome(undefined)
    setRounds(rounds + 1)
  }

  if (outcome?.ok)
    return (
      <div className="grid justify-items-start gap-5">
        <Alert ref={notice} tone="success" title={successTitle}>
          {outcome.message}
        </Alert>
        <Button variant="outline" onClick={startAgain}>
          {again}
        </Button>
      </div>
    )
  return (
    <form
      // Before hydration, submitting then does nothing and keeps what was typed.
      method="dialog"
      noValidate
      aria-busy={sending}
      className="needs-scripts grid gap-5"
      onFocus={onFocus}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      {outcome && (
        <Alert ref={notice} tone="error" title={errorTitle}>
          {outcome.message} {outcome.advice && <span className="block">{outcome.advice}</span>}
        </Alert>
      )}
      {children({ problems: outcome?.problems ?? {}, sending, firstField })}
    </form>
  )
}
