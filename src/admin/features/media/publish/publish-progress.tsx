import { useLayoutEffect, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import { SmallButton } from '@/admin/components/small-button'
import { formatDateTime } from '@/admin/format-date'
import { ChoiceNote } from '../media-parts'
import { formatBytes } from '../texts'
import type { HistoryEntry } from './publish'
import type { Progress } from './upload'

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

type UploadProgressProps = {
  progress: Progress
  onCancel: () => void
  /** What stands beneath the bar instead of the bytes. */
  note?: string | undefined
  question?: { title: string; text: string }
}

const publishing = { title: 'Stop publishing?', text: 'The upload stops when you leave, and nothing is published.' }

/** How far the upload is. Leaving would stop it, so the owner is asked, by the browser where the whole page is left. */
export function UploadProgress({ progress, onCancel, note, question = publishing }: UploadProgressProps) {
  const { file, total, label, done, bytes } = progress
  const blocker = useBlocker(true)
  const blocked = blocker.state === 'blocked'
  const cancel = useRef<HTMLButtonElement>(null)
  useBeforeUnload(ask)
  // The dialog gives the focus back to where it was, and a tab that gets it opens.
  useLayoutEffect(() => {
    if (blocked) cancel.current?.focus()
  }, [blocked])
  return (
    <div className="grid gap-2 text-sm">
      <label className="grid gap-1.5 wrap-anywhere tabular-nums">
        {`File ${file} of ${total}: ${label}`}
        <progress value={done} max={bytes || 1} className="h-2 w-full accent-green-dark" />
      </label>
      <p aria-live={note ? 'polite' : 'off'} className="text-concrete-600 tabular-nums">
        {note ?? `${formatBytes(done)} of ${formatBytes(bytes)}`}
      </p>
      <div>
        <SmallButton ref={cancel} onClick={onCancel}>
          Cancel
        </SmallButton>
      </div>
      <ConfirmDialog
        open={blocked}
        onClose={() => blocker.reset?.()}
        title={question.title}
        description={question.text}
        confirmLabel="Stop and leave"
        cancelLabel="Go on uploading"
        onConfirm={() => {
          onCancel()
          blocker.proceed?.()
        }}
      />
    </div>
  )
}

type ConflictProps = { newest: HistoryEntry; onPublish: () => void; onKeep: () => void }

/** Asks what to do about someone else's publication. */
export function Conflict({ newest, onPublish, onKeep }: ConflictProps) {
  return (
    <ChoiceNote keepLabel="Publish anyway" dropLabel="Keep theirs" onKeep={onPublish} onDrop={onKeep}>
      <p>
        <strong className="font-semibold">{newest.publisher || 'Somebody else'}</strong> has published on{' '}
        {formatDateTime(newest.published_at)}, after you opened this screen. What visitors see now is shown below;
        nothing of yours is lost.
      </p>
    </ChoiceNote>
  )
}
