import { type ComponentProps, type FormEvent, type ReactNode, useContext, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldProblems, Validated } from '@/lib/validate'
import { messages } from '@/messages'
import { OUTDATED } from '@/messages/everywhere'
import { loadErrorText } from '@/messages/load-error'
import { Alert, FocusedMessage } from './alert'
import { Button } from './button'
import { FormContext, type FormState } from './field'
import { useSubmission } from './use-submission'

/** Error texts: `message` at the form, `advice` below it, `problems` at the fields. */
export type SubmitError = { message?: string; advice?: string; problems?: FieldProblems }

/** Result of a form. Without `again`, a toast must announce the success message. */
export type SubmitResult = { ok: true; message?: string } | ({ ok: false } & SubmitError)

export type FormProps<Values> = {
  check: (typed: Record<string, string>) => Validated<Values> | Promise<Validated<Values>>
  /** `explain` words a rejection. */
  action: (values: Values, form: HTMLFormElement) => Promise<SubmitResult | undefined> | undefined
  explain?: (error: unknown, form: HTMLFormElement) => string | SubmitError
  /** Returns a message for the form. */
  onInvalid?: (problems: FieldProblems, form: HTMLFormElement) => string | undefined
  errorTitle?: string
  successTitle?: string
  /** Button that shows the form again. Without it, the form stays. */
  again?: string
  onFocus?: () => void
  className: string
  children: ReactNode
}

type State = Omit<FormState, 'sending'> & { outcome?: SubmitResult | undefined }

const START: State = { problems: {}, attempt: 0 }

/** Returns a form's text fields by name. */
export const textFields = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

const toDefaultMessage = (error: unknown): string => loadErrorText(error, messages.offline, OUTDATED)

const findFirstInvalid = (form: HTMLFormElement, problems: FieldProblems) => {
  const names = Object.keys(problems).map((name) => `[name="${name}"]`)
  return names.length > 0 ? form.querySelector<HTMLElement>(names.join()) : null
}

// A server's message stays until the field changes.
const getRemainingProblems = (before: FieldProblems, found: FieldProblems, changed: string): FieldProblems =>
  Object.fromEntries(
    Object.entries(before).flatMap(([name, problem]) => {
      const now = typeof problem === 'object' && name !== changed ? problem : found[name]
      return now ? [[name, now]] : []
    }),
  )

/** Form that focuses the first invalid field, rechecks it on changes and guards against double submit. */
export function Form<Values>(props: FormProps<Values>) {
  const {
    check,
    action,
    explain = toDefaultMessage,
    onInvalid,
    errorTitle = messages.errorTitle,
    successTitle = '',
  } = props
  const [{ problems, stayedIn, outcome, attempt }, setState] = useState(START)
  const element = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLDivElement>(null)

  const show = (form: HTMLFormElement, outcome?: SubmitResult) => {
    const found = (!outcome?.ok && outcome?.problems) || {}
    const wrong = findFirstInvalid(form, found)
    const stayedIn = wrong && wrong === document.activeElement && !outcome?.message ? wrong.getAttribute('name') : null
    // The description must exist before the focus arrives.
    flushSync(() => setState(({ attempt }) => ({ problems: found, stayedIn, outcome, attempt: attempt + 1 })))
    if (wrong) wrong.focus()
    else notice.current?.scrollIntoView({ block: 'nearest' })
  }
  const { sending, submit } = useSubmission(async (form: HTMLFormElement) => {
    try {
      const checked = await check(textFields(form))
      if (checked.ok) {
        setState(({ attempt }) => ({ ...START, attempt }))
        return show(form, await action(checked.value, form))
      }
      const message = onInvalid?.(checked.problems, form)
      show(form, { ok: false, problems: checked.problems, ...(message && { message }) })
    } catch (error) {
      const why = explain(error, form)
      show(form, { ok: false, ...(typeof why === 'string' ? { message: why } : why) })
    }
  })
  const recheck = async ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    if (Object.keys(problems).length === 0) return
    const { name } = target as HTMLInputElement
    const checked = await check(textFields(currentTarget))
    setState((before) => {
      // Submitted in the meantime.
      if (before.attempt !== attempt) return before
      const problems = getRemainingProblems(before.problems, checked.ok ? {} : checked.problems, name)
      return { problems, attempt, outcome: Object.keys(problems).length > 0 ? before.outcome : undefined }
    })
  }
  const startAgain = () => {
    flushSync(() => setState(START))
    element.current?.querySelector('input')?.focus()
  }

  if (outcome?.ok && props.again)
    return (
      <div className="grid justify-items-start gap-5">
        <FocusedMessage>
          <Alert tone="success" title={successTitle}>
            {outcome.message}
          </Alert>
        </FocusedMessage>
        <Button variant="outline" onClick={startAgain}>
          {props.again}
        </Button>
      </div>
    )
  return (
    <form
      ref={element}
      // Keeps the input if submitted before hydration.
      method="dialog"
      noValidate
      aria-busy={sending}
      className={props.className}
      onFocus={props.onFocus}
      onChange={(event) => void recheck(event).catch(() => {})}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      <FormContext value={{ problems, stayedIn, attempt, sending }}>{props.children}</FormContext>
      {outcome?.message && (
        <Alert
          key={attempt}
          ref={notice}
          {...(outcome.ok
            ? { tone: 'success', title: successTitle }
            : { tone: 'error', title: errorTitle, advice: outcome.advice })}
        >
          {outcome.message}
        </Alert>
      )}
    </form>
  )
}

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'busy'> & { busyLabel?: string }

export function SubmitButton({ busyLabel, children, ...button }: SubmitButtonProps) {
  const { sending } = useContext(FormContext)
  return (
    <Button {...button} type="submit" busy={sending}>
      {sending && busyLabel ? busyLabel : children}
    </Button>
  )
}
