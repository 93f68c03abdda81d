import { type FormEvent, useState } from 'react'
import type { GenericSchema, InferOutput } from 'valibot'
import { textFields } from '@/lib/form-data'
import { type FieldProblem, validate } from '@/lib/validate'

/** Returns the problems by field and a submit handler that validates, then sends or focuses the first invalid field. */
export const useForm = <Schema extends GenericSchema>(
  schema: Schema,
  send: (values: InferOutput<Schema>, form: HTMLFormElement) => void,
  onProblems?: (problems: Record<string, FieldProblem>) => void,
) => {
  const [problems, setProblems] = useState<Record<string, FieldProblem>>({})
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const checked = validate(schema, textFields(form))
    setProblems(checked.ok ? {} : checked.problems)
    if (checked.ok) return send(checked.value, form)
    onProblems?.(checked.problems)
    form
      .querySelector<HTMLElement>(
        Object.keys(checked.problems)
          .map((name) => `[name="${name}"]`)
          .join(),
      )
      ?.focus()
  }
  return { problems, onSubmit }
}
