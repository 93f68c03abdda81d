import { useId } from 'react'
import { adminMessages } from '@/admin/messages'
import { Field } from '@/components/ui/field'
import { paths } from '@/paths'
import { type Problems, slugOf } from './content'
import type { Draft } from './draft-store'

const texts = adminMessages.media.projects

type TextKey = 'title' | 'location' | 'summary' | 'description' | 'services'

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1).padStart(2, '0'),
  name: new Date(2000, index).toLocaleDateString('en-GB', { month: 'long' }),
}))

const YEARS = Array.from({ length: 60 }, (_, index) => String(new Date().getFullYear() + 1 - index))

const selectClass =
  'min-h-11 rounded-lg border border-concrete-400 bg-white px-3 text-base hover:border-concrete-600 aria-invalid:border-danger aria-invalid:bg-danger-soft'

type FieldsProps = {
  draft: Draft
  problems: Problems
  /** Its address, once it can no longer change. */
  address: string | undefined
  hasNamesake: boolean
  onChange: (fact: Partial<Draft>) => void
}

function CompletionDate({ draft, problems, onChange }: Pick<FieldsProps, 'draft' | 'problems' | 'onChange'>) {
  const id = useId()
  const error = problems.completed
  const common = {
    className: selectClass,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error && id,
  }
  // A year that was saved earlier than the list reaches.
  const years = draft.year && !YEARS.includes(draft.year) ? [...YEARS, draft.year] : YEARS
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Completed</legend>
      <div className="flex flex-wrap gap-2">
        <select
          {...common}
          name="completed"
          aria-label="Month of completion"
          value={draft.month}
          onChange={({ currentTarget }) => onChange({ month: currentTarget.value })}
        >
          <option value="">Month</option>
          {MONTHS.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <select
          {...common}
          aria-label="Year of completion"
          value={draft.year}
          onChange={({ currentTarget }) => onChange({ year: currentTarget.value })}
        >
          <option value="">Year</option>
          {years.map((year) => (
            <option key={year}>{year}</option>
          ))}
        </select>
      </div>
      {error && (
        <p id={id} className="mt-1.5 text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The words of a project. */
export function ProjectFields({ draft, problems, address, hasNamesake, onChange }: FieldsProps) {
  const slug = slugOf(draft.title)
  const notes = [
    `Address: ${paths.project.href(address ?? slug)}`,
    address ? 'It stays, whatever the title.' : 'It follows the title until you publish.',
    !address && draft.title.trim() !== '' && slug === 'project' && texts.noLetters,
    hasNamesake && texts.sameTitle,
  ]
  const text = (name: TextKey, label: string, more: { hint?: string; rows?: number; optional?: boolean } = {}) => {
    const { rows, ...field } = more
    return (
      <Field label={label} name={name} error={problems[name]} {...field}>
        {(control) => {
          const bound = {
            ...control,
            dir: 'auto' as const,
            value: draft[name],
            onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
              onChange({ [name]: currentTarget.value }),
          }
          return rows ? <textarea rows={rows} {...bound} /> : <input type="text" {...bound} />
        }}
      </Field>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      {text('title', 'Title', { hint: notes.filter(Boolean).join(' ') })}
      {text('location', 'Place', { hint: 'Such as ‘Hampstead, London’. Leave out the house number.' })}
      <CompletionDate draft={draft} problems={problems} onChange={onChange} />
      {text('summary', 'Summary', { hint: 'One or two sentences for the card in the portfolio.', rows: 3 })}
      {text('description', 'Description', { hint: 'An empty line begins a new paragraph.', rows: 8 })}
      {text('services', 'Services', { hint: 'One on each line.', rows: 4, optional: true })}
    </div>
  )
}
