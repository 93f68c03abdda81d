import { type ComponentProps, createContext, type FormEvent, type ReactNode, useContext, useState } from 'react'
import type { GenericSchema, InferOutput } from 'valibot'
import { Alert, useFocusWhenShown } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { textFields } from '@/lib/form-data'
import { type FieldProblems, validate } from '@/lib/validate'
import { fieldText } from '@/messages'

const FormProblems = createContext<FieldProblems>({})

type ErrorTexts = { limit?: number | undefined; missing?: string | undefined }

/** What is wrong with a field of the surrounding form; `missing` replaces the usual text for an empty one. */
export const useFieldError = (name: string, { limit, missing }: ErrorTexts = {}): string | undefined => {
  const problem = useContext(FormProblems)[name]
  return problem === 'missing' && missing ? missing : fieldText(problem, limit)
}

type FormProps<Schema extends GenericSchema> = {
  schema: Schema
  onValid: (values: InferOutput<Schema>, form: HTMLFormElement) => unknown
  onInvalid?: (problems: FieldProblems) => void
  busy: boolean
  className: string
  children: ReactNode
}

/** Validates on submit, then calls `onValid` or focuses the first invalid field; the fields say what is wrong. */
export function Form<Schema extends GenericSchema>(props: FormProps<Schema>) {
  const { schema, onValid, onInvalid, busy, className, children } = props
  const [problems, setProblems] = useState<FieldProblems>({})
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const checked = validate(schema, textFields(form))
    setProblems(checked.ok ? {} : checked.problems)
    if (checked.ok) return void onValid(checked.value, form)
    onInvalid?.(checked.problems)
    const names = Object.keys(checked.problems).map((name) => `[name="${name}"]`)
    form.querySelector<HTMLElement>(names.join())?.focus()
  }
  return (
    <form noValidate aria-busy={busy} className={className} onSubmit={submit}>
      <FormProblems value={problems}>{children}</FormProblems>
    </form>
  )
}

export type ActionFormProps<Schema extends GenericSchema> = Omit<FormProps<Schema>, 'busy' | 'className'> & {
  action: { isPending: boolean; error: unknown }
  errorTitle?: string
  explain: (error: unknown) => ReactNode
  label: string
  busyLabel: string
  disabled?: boolean
  other?: { label: string; onClick: () => void }
}

/** A form that sends one action; why it failed shows above the fields, which keep what was typed. */
export function ActionForm<Schema extends GenericSchema>(props: ActionFormProps<Schema>) {
  const { action, errorTitle = 'Error!', explain, label, busyLabel, disabled = false, other, children, ...form } = props
  const { isPending, error } = action
  const notice = useFocusWhenShown<HTMLDivElement>(error)
  return (
    <Form {...form} busy={isPending} className="grid gap-5">
      {error !== null && !isPending && (
        <Alert ref={notice} tone="error" title={errorTitle}>
          {explain(error)}
        </Alert>
      )}
      {children}
      <Button type="submit" busy={isPending} disabled={disabled} variant="default">
        {isPending ? busyLabel : label}
      </Button>
      {other && (
        <Button variant="link" className="justify-self-start" busy={isPending} onClick={other.onClick}>
          {other.label}
        </Button>
      )}
    </Form>
  )
}

type FieldProps = Omit<ComponentProps<typeof Field>, 'children'> & ErrorTexts

/** A one-line field; required unless `optional`. */
export function TextField(props: FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>) {
  const { label, name, hint, optional = false, limit, missing, error, ...input } = props
  const problem = useFieldError(name, { limit, missing })
  return (
    <Field label={label} name={name} {...(hint && { hint })} optional={optional} error={error ?? problem}>
      {(control) => <input type="text" required={!optional} {...input} {...control} />}
    </Field>
  )
}

/** A field of several lines; required unless `optional`. */
export function TextArea(props: FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>) {
  const { label, name, hint, optional = false, limit, missing, error, ...area } = props
  const problem = useFieldError(name, { limit, missing })
  return (
    <Field label={label} name={name} {...(hint && { hint })} optional={optional} error={error ?? problem}>
      {(control) => <textarea required={!optional} dir="auto" {...area} {...control} />}
    </Field>
  )
}
