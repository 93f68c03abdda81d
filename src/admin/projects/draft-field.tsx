import type { ProjectDraft } from '@contract/project'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { SmallButton } from '@/admin/components/small-button'
import { ConflictPrompt, rejectionText } from './conflicts'
import type { ProjectProblems } from './content'
import { getValue, isEqual } from './draft'
import { projectEditors } from './sync/editor'
import { baseVersion } from './sync/merge'
import { outbox } from './sync/outbox'
import type { ProjectState } from './use-project'

type Control = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
  onFocus: () => void
  onBlur: () => void
}

/** Project in its form; `initial` is its draft when the form opened. */
export type EditedProject = { project: ProjectState; initial: ProjectDraft; problems: ProjectProblems }

// Another browser's text would move the cursor while the user types.
const useStableValue = ({ draft, row, changes }: ProjectState, field: string) => {
  const value = String(getValue(draft, field) ?? '')
  const current = { value, base: baseVersion(row, field), isPending: field in changes }
  const [hasFocus, setFocus] = useState(false)
  const [shown, setShown] = useState(current)
  const isForeign = !current.isPending && !shown.isPending && row.fields[field]?.by !== outbox.browserId
  const isCurrent = isEqual(shown, current)
  if (!isCurrent && !(hasFocus && isForeign)) setShown(current)
  return { value: shown.value, base: shown.base, onFocus: () => setFocus(true), onBlur: () => setFocus(false) }
}

type DraftFieldProps = EditedProject & { field: string; children: (control: Control) => ReactNode }

export function DraftField({ project, initial, problems, field, children }: DraftFieldProps) {
  const { value, base, ...focus } = useStableValue(project, field)
  const before = getValue(initial, field)
  const setField = (text: string) => projectEditors.get(project.id).setField(field, text, { base })
  const error = rejectionText(project.status, field) ?? problems[field]
  return (
    <div className="grid justify-items-start gap-1.5 *:first:w-full">
      {children({
        name: field,
        value,
        error,
        onChange: ({ currentTarget }) => setField(currentTarget.value),
        ...focus,
      })}
      {typeof before === 'string' && before && value === '' && (
        <SmallButton variant="ghost" onClick={() => setField(before)}>
          Restore previous text
        </SmallButton>
      )}
      <ConflictPrompt project={project} field={field} />
    </div>
  )
}
