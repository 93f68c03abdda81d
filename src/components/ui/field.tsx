import { CircleAlert } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import { cn } from '@/lib/cn'
import type { FieldProblem } from '@/lib/validate'
import { type FieldTexts, fieldText } from '@/messages'

export type FormState = {
  problems: Readonly<Record<string, FieldProblem>>
  /** Focused invalid field, whose error must be announced. */
  stayedIn?: string | null | undefined
  /** Changes with each attempt, so that messages are announced again. */
  attempt: number
  sending: boolean
}

/** State of the surrounding form. */
export const FormContext = createContext<FormState>({ problems: {}, attempt: 0, sending: false })

/** Returns a field's error in the surrounding `Form`. */
export const useFieldError = (name: string, texts: FieldTexts = {}): string | undefined =>
  fieldText(useContext(FormContext).problems[name], texts)

/** Error of a field, for its `aria-describedby`. */
export function FieldError({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  const { stayedIn, attempt } = useContext(FormContext)
  return (
    <p
      // A new element is announced again.
      key={attempt}
      id={id}
      role={stayedIn === name ? 'alert' : undefined}
      className="mt-1.5 flex gap-1.5 text-danger"
    >
      <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  )
}

type FieldControl = {
  id: string
  name: string
  className: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldProps = FieldTexts & {
  label: string
  name: string
  hint?: string | undefined
  /** Id of an instruction elsewhere. */
  instruction?: string | undefined
  /** Overrides the form's own error. */
  error?: string | undefined
  optional?: boolean
  children: (control: FieldControl) => ReactNode
}

const inputClass =
  'block w-full rounded-lg border border-concrete-500 bg-white px-3.5 py-2.5 text-base text-ink placeholder:text-concrete-600 ' +
  'hover:border-concrete-600 read-only:bg-concrete-100 aria-invalid:border-danger aria-invalid:bg-danger-soft'

/** Label, control, error and hint. */
export function Field({ label, name, hint, instruction, optional = false, children, error, ...texts }: FieldProps) {
  const id = useId()
  const found = useFieldError(name, texts)
  const wrong = error ?? found
  const described = cn(instruction, hint && `${id}-hint`, wrong && `${id}-error`)
  return (
    <div>
      {/* Browser translation ignores text changes in an element. */}
      <label key={label} htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
        {optional && <span className="font-normal text-concrete-600"> (optional)</span>}
      </label>
      {children({
        id,
        name,
        className: inputClass,
        'aria-invalid': wrong ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {wrong && (
        <FieldError id={`${id}-error`} name={name}>
          {wrong}
        </FieldError>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-concrete-600">
          {hint}
        </p>
      )}
    </div>
  )
}

type TypedProps = Omit<FieldProps, 'children'>

const split = <Rest,>({
  label,
  name,
  hint,
  instruction,
  optional = false,
  error,
  limit,
  missing,
  invalid,
  ...rest
}: TypedProps & Rest) =>
  [
    { label, name, hint, instruction, optional, error, limit, missing, invalid },
    { required: !optional, ...rest },
  ] as const

/** One-line field, required unless `optional`. */
export function TextField(props: TypedProps & Omit<ComponentProps<'input'>, keyof TypedProps>) {
  const [field, input] = split(props)
  return <Field {...field}>{(control) => <input {...input} {...control} />}</Field>
}

/** Multi-line field, required unless `optional`. */
export function TextArea(props: TypedProps & Omit<ComponentProps<'textarea'>, keyof TypedProps>) {
  const [field, area] = split(props)
  return <Field {...field}>{(control) => <textarea dir="auto" {...area} {...control} />}</Field>
}
