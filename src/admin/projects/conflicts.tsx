import type { ProjectDraft } from '@contract/project'
import type { ReactNode } from 'react'
import { ConflictNotice } from '@/admin/components/choice-note'
import { FileThumb, Thumb } from '@/admin/images/thumb'
import { adminMessages } from '@/admin/text/messages'
import { siteMediaUrl } from '@/lib/site-media'
import { getValue, listPhotos, parseField } from './draft'
import { type EditorStatus, projectEditors } from './sync/editor'
import type { ProjectState } from './use-project'

const texts = adminMessages.media.projects

type ConflictPromptProps = { project: ProjectState; field: string }

function FieldValue({ project, field, is, isMine }: ConflictPromptProps & { is: unknown; isMine: boolean }): ReactNode {
  const getName = (id: string | null) =>
    listPhotos(project.draft).find((photograph) => photograph.id === id)?.name ?? 'none'
  const { part } = parseField(field)
  if (part === 'picture') {
    const name = (is as { files: string[] } | null)?.files[0]
    const blob = isMine ? project.findBlob(name) : undefined
    return blob ? <FileThumb blob={blob} name={name} className="w-28" /> : <Thumb src={name && siteMediaUrl(name)} />
  }
  if (part === 'pair') {
    const { before, after } = is as ProjectDraft['pair']
    return <span>{`Before: ${getName(before)}, after: ${getName(after)}`}</span>
  }
  return <span>{part === 'cover' ? getName(is as string | null) : String(is) || texts.empty}</span>
}

/** Returns the message for a rejected field; undefined for a failed upload. */
export const rejectionText = ({ rejected }: EditorStatus, field: string): string | undefined => {
  const why = rejected[field]
  if (typeof why !== 'string') return undefined
  if (why === 'media_missing') return texts.photographGone
  return why === 'project_draft' ? texts.tooLarge : texts.refused
}

/** Asks which version of a conflicting field to keep. */
export function ConflictPrompt(props: ConflictPromptProps) {
  const { project, field } = props
  const kind = project.conflicts[field]
  const change = project.changes[field]
  if (!kind || !change) return null
  const { id, row } = project
  const choose = (isMine: boolean) => {
    projectEditors.get(id).resolveConflict(field, isMine)
    // The focused button unmounts.
    document.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  }
  const { name = '' } = row.draft.photographs[parseField(field).photo] ?? {}
  const isRemoved = kind === 'removed'
  return (
    <ConflictNotice
      keepLabel={isRemoved ? 'Keep it' : 'Keep mine'}
      dropLabel={isRemoved ? 'Remove it' : 'Use the other version'}
      onKeep={() => choose(true)}
      onDrop={() => choose(false)}
    >
      <p>{isRemoved ? texts.photograph.removedElsewhere(name) : texts.changedElsewhere}</p>
      <dl className="grid gap-2 wrap-anywhere">
        <div>
          <dt className="font-semibold">Your version</dt>
          <dd dir="auto" className="whitespace-pre-line">
            <FieldValue {...props} is={change.value} isMine />
          </dd>
        </div>
        {!isRemoved && (
          <div>
            <dt className="font-semibold">Other version</dt>
            <dd dir="auto" className="whitespace-pre-line">
              <FieldValue {...props} is={getValue(row.draft, field)} isMine={false} />
            </dd>
          </div>
        )}
      </dl>
    </ConflictNotice>
  )
}

type Choice = { onKeep: () => void; onDrop: () => void }

export function DeletedNotice(choice: Choice) {
  return (
    <ConflictNotice keepLabel="Save mine as a new project" dropLabel="Discard mine" {...choice}>
      <p>
        <strong className="font-semibold">This project has been deleted in the meantime.</strong> Your changes are still
        here. If it was ever published, you can restore it from the list. Or save your changes as a new project.
      </p>
    </ConflictNotice>
  )
}
