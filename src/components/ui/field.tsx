import { CircleAlert } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import { cn } from '@/lib/cn'
import type { FieldProblem } from '@/lib/validate'
import { type FieldTexts, fieldText } from '@/messages'

export type FormState = {
  problems: Readonly<Record<string, FieldProblem>>
  /** The wrong field that had the focus already: nothing would read its problem. */
  stayedIn?: string | null | undefined
  /** A new one each time, so that the same message is said again. */
  attempt: number
  sending: boolean
}

/** What the fields and buttons of a form know of it. */
export const FormContext = createContext<FormState>({ problems: {}, attempt: 0, sending: false })

/** What is wrong with a field of the surrounding `Form`; undefined where nothing is, or no `Form` is. */
export const useFieldError = (name: string, texts: FieldTexts = {}): string | undefined =>
  fieldText(useContext(FormContext).problems[name], texts)

/** What is wrong with a field, for its `aria-describedby`. */
export function FieldError({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  const { stayedIn, attempt } = useContext(FormContext)
  return (
    <p
      // A new element each time, so that the same problem is said again.
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

/** Attributes that connect an input to its label, hint and error; spread them onto the input. */
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
  /** The id of an instruction elsewhere. */
  instruction?: string | undefined
  /** In place of the form's own finding. */
  error?: string | undefined
  optional?: boolean
  children: (control: FieldControl) => ReactNode
}

const inputClass =
  'block w-full rounded-lg border border-concrete-500 bg-white px-3.5 py-2.5 text-base text-ink placeholder:text-concrete-600 ' +
  'hover:border-concrete-600 read-only:bg-concrete-100 aria-invalid:border-danger aria-invalid:bg-danger-soft'

/** A label, the control that `children` draws, what is wrong with it, and a hint. */
export function Field({ label, name, hint, instruction, optional = false, children, error, ...texts }: FieldProps) {
  const id = useId()
  const found = useFieldError(name, texts)
  const wrong = error ?? found
  const described = cn(instruction, hint && `${id}-hint`, wrong && `${id}-error`)
  return (
    <div>
      {/* A new element with each label: in a translated page a changed text would stay. */}
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

/** A one-line field; required unless `optional`. */
export function TextField(props: TypedProps & Omit<ComponentProps<'input'>, keyof TypedProps>) {
  const [field, input] = split(props)
  return <Field {...field}>{(control) => <input {...input} {...control} />}</Field>
}

/** A field of several lines; required unless `optional`. */
export function TextArea(props: TypedProps & Omit<ComponentProps<'textarea'>, keyof TypedProps>) {
  const [field, area] = split(props)
  return <Field {...field}>{(control) => <textarea dir="auto" {...area} {...control} />}</Field>
}
