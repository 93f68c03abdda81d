import { PROJECT_FACTS } from '@contract/project'
import { type ReactNode, useState } from 'react'
import { textLinkClass } from '@/admin/components/text-link'
import { adminMessages } from '@/admin/text/messages'
import { Field, TextArea, TextField } from '@/components/ui/field'
import { paths } from '@/paths'
import { ConflictPrompt } from './conflicts'
import { fieldLabels, toSlug } from './content'
import { DraftField, type EditedProject } from './draft-field'
import { projectEditors } from './sync/editor'

const texts = adminMessages.media.projects

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long' })

const option = (value: string, name = value) => (
  <option key={value} value={value}>
    {name}
  </option>
)

// The form renders on every keystroke, so create these once.
const MONTHS = Array.from({ length: 12 }, (_, index) =>
  option(String(index + 1).padStart(2, '0'), monthName.format(new Date(2000, index))),
)
const YEARS = Array.from({ length: 60 }, (_, index) => option(String(new Date().getFullYear() + 1 - index)))

type FieldsProps = EditedProject & {
  /** Slug; `isFixed` once published. */
  address: string
  isFixed: boolean
  hasNamesake: boolean
}

export function ProjectFields({ address, isFixed, hasNamesake, ...form }: FieldsProps) {
  const { project, initial, problems } = form
  const { id, draft } = project
  const title = draft.title.trim()
  const notes = [
    isFixed
      ? `Its web address, ${paths.project.href(address)}, won’t change.`
      : title && `Its web address, ${paths.project.href(address)}, follows the title until you publish.`,
    !isFixed && title && toSlug(title) === 'project' && texts.noLetters,
    hasNamesake && texts.sameTitle,
  ]
  const hasOtherYear = draft.year !== '' && !YEARS.some(({ key }) => key === draft.year)
  const select = (name: 'month' | 'year', label: string, options: ReactNode) => (
    <div className="grid content-start gap-1.5">
      <Field label={label} name={name} error={problems[name]}>
        {(control) => (
          <select
            {...control}
            className={`${control.className} bg-white! min-h-12`}
            value={draft[name]}
            onChange={({ currentTarget }) => projectEditors.get(id).setField(name, currentTarget.value)}
          >
            <option value="">Choose</option>
            {options}
            {name === 'year' && hasOtherYear && option(draft.year)}
          </select>
        )}
      </Field>
      <ConflictPrompt project={project} field={name} />
    </div>
  )
  return (
    <section aria-labelledby="project-words" className="grid grid-cols-1 gap-5">
      <h3 id="project-words" className="text-base">
        About the project
      </h3>
      <DraftField {...form} field="title">
        {(field) => <TextField {...field} dir="auto" label="Title" hint={notes.filter(Boolean).join(' ')} />}
      </DraftField>
      <DraftField {...form} field="location">
        {(field) => (
          <TextField
            {...field}
            dir="auto"
            label="Location"
            hint="For example ‘Hampstead, London’. Don’t include the house number."
          />
        )}
      </DraftField>
      <div className="grid grid-cols-2 gap-3">
        {select('month', 'Month completed', MONTHS)}
        {select('year', 'Year completed', YEARS)}
      </div>
      <DraftField {...form} field="summary">
        {(field) => (
          <TextArea {...field} label="Summary" hint="One or two sentences for the card in the portfolio." rows={3} />
        )}
      </DraftField>
      <DraftField {...form} field="description">
        {(field) => <TextArea {...field} label="Description" hint="Leave a blank line between paragraphs." rows={8} />}
      </DraftField>
      <DraftField {...form} field="services">
        {(field) => <TextArea {...field} label="Services" hint="One per line." rows={4} optional />}
      </DraftField>
      <Group
        title="Facts"
        startsOpen={PROJECT_FACTS.some((name) => initial[name])}
        mustBeOpen={PROJECT_FACTS.some(
          (name) => problems[name] ?? project.conflicts[name] ?? project.status.rejected[name],
        )}
      >
        <p className="text-sm">{texts.facts}</p>
        {PROJECT_FACTS.map((name) => (
          <DraftField key={name} {...form} field={name}>
            {(field) => <TextField {...field} dir="auto" label={fieldLabels[name]} hint={texts.fact[name]} optional />}
          </DraftField>
        ))}
      </Group>
    </section>
  )
}

type GroupProps = { title: string; startsOpen: boolean; mustBeOpen: boolean; children: ReactNode }

function Group({ title, startsOpen, mustBeOpen, children }: GroupProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  // Stays open after the problem is solved.
  if (mustBeOpen && !isOpen) setOpen(true)
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        currentTarget.open ||= mustBeOpen
        setOpen(currentTarget.open)
      }}
    >
      <summary className={`${textLinkClass} w-fit cursor-pointer py-1 font-semibold text-sm`}>
        {title} <span className="font-normal text-concrete-600">(optional)</span>
      </summary>
      <div className="grid gap-5 pt-4">{children}</div>
    </details>
  )
}
