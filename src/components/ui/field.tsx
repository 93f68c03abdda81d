import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from '@/lib/cn'

/** Attributes that connect an input to its label, hint and error; spread them onto the input. */
type FieldControl = {
  id: string
  name: string
  className: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldProps = {
  label: string
  name: string
  hint?: string
  error?: string | undefined
  optional?: boolean
  className?: string
  children: (control: FieldControl) => ReactNode
}

const inputClass =
  'block w-full rounded-lg border border-concrete-500 bg-white px-3.5 py-2.5 text-base text-ink placeholder:text-concrete-600 ' +
  'hover:border-concrete-600 read-only:bg-concrete-100 aria-invalid:border-danger aria-invalid:bg-danger-soft'

export function Field({ label, name, hint, error, optional = false, className, children }: FieldProps) {
  const id = useId()
  const described = cn(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`)
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
        {optional && <span className="font-normal text-concrete-600"> (optional)</span>}
      </label>
      {children({
        id,
        name,
        className: inputClass,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-danger">
          <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-concrete-600">
          {hint}
        </p>
      )}
    </div>
  )
}
