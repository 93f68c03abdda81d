import type { ProjectDraft } from '@contract/project'
import type { ChangeEvent, ReactNode } from 'react'
import { SmallButton } from '@/admin/components/small-button'
import type { ProjectProblems } from './content'
import { valueIn } from './fields'
import type { ProjectState } from './project-state'
import { Question, refusalText } from './questions'
import { enter } from './saving'

type Control = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

/** A project in its form, as it was when that was opened, and what is wrong with it. */
export type EditedProject = { project: ProjectState; initial: ProjectDraft; problems: ProjectProblems }

type UndoableProps = EditedProject & { field: string; children: (control: Control) => ReactNode }

/** A text field with its question; what was cleared can be put back. */
export function Undoable({ project, initial, problems, field, children }: UndoableProps) {
  const value = String(valueIn(project.draft, field) ?? '')
  const before = valueIn(initial, field)
  const onChange: Control['onChange'] = ({ currentTarget }) => enter(project.id, field, currentTarget.value)
  return (
    <div className="grid justify-items-start gap-1.5 *:first:w-full">
      {children({ name: field, value, error: refusalText(project.work, field) ?? problems[field], onChange })}
      {typeof before === 'string' && before && value === '' && (
        <SmallButton variant="ghost" onClick={() => enter(project.id, field, before)}>
          Put back what it said
        </SmallButton>
      )}
      <Question project={project} field={field} />
    </div>
  )
}
