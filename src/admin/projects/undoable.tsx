import type { ChangeEvent, ReactNode } from 'react'
import { SmallButton } from '@/admin/components/small-button'
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

type UndoableProps = {
  project: ProjectState
  field: string
  problem: string | undefined
  initial: unknown
  children: (control: Control) => ReactNode
}

/** A text field with its question; what was cleared can be put back. */
export function Undoable({ project, field, problem, initial, children }: UndoableProps) {
  const value = String(valueIn(project.draft, field) ?? '')
  const onChange: Control['onChange'] = ({ currentTarget }) => enter(project.id, field, currentTarget.value)
  return (
    <div className="grid justify-items-start gap-1.5 *:first:w-full">
      {children({ name: field, value, error: refusalText(project.work, field) ?? problem, onChange })}
      {typeof initial === 'string' && initial && value === '' && (
        <SmallButton variant="ghost" onClick={() => enter(project.id, field, initial)}>
          Put back what it said
        </SmallButton>
      )}
      <Question project={project} field={field} />
    </div>
  )
}
