import { useCallback, useRef } from 'react'
import { ChoiceNote } from '@/admin/components/choice-note'
import { SmallButton } from '@/admin/components/small-button'
import type { HistoryEntry } from '@/admin/data/publications'
import type { Progress } from '@/admin/pictures/upload'
import { useLeaveQuestion } from '@/admin/session/leaving'
import { formatBytes } from '@/admin/words/format-bytes'
import { formatDateTime } from '@/admin/words/format-date'

const question = {
  title: 'Stop publishing?',
  text: 'If you leave now, the upload stops and nothing is published.',
  leaveLabel: 'Stop and leave',
  stayLabel: 'Keep uploading',
}

type UploadProgressProps = { progress: Progress; onCancel: () => void }

/** Shows how far the upload is. Leaving would stop it, so the owner is asked. */
export function UploadProgress({ progress, onCancel }: UploadProgressProps) {
  const { file, total, label, done, bytes } = progress
  const cancel = useRef<HTMLButtonElement>(null)
  // The dialog returns the focus to where it was, and focusing a tab opens it.
  const onAsk = useCallback(() => cancel.current?.focus(), [])
  useLeaveQuestion('publishing', { ...question, onAsk, onLeave: onCancel })
  return (
    <div className="grid gap-2 text-sm">
      <label className="grid gap-1.5 wrap-anywhere tabular-figures">
        <span>{`File ${file} of ${total}: ${label}`}</span>
        <progress value={done} max={bytes || 1} className="h-2 w-full accent-green-dark" />
      </label>
      <p className="text-concrete-600 tabular-figures">{`${formatBytes(done)} of ${formatBytes(bytes)}`}</p>
      <div>
        <SmallButton ref={cancel} onClick={onCancel}>
          Cancel
        </SmallButton>
      </div>
    </div>
  )
}

type ConflictProps = { newest: HistoryEntry; onPublish: () => void; onKeep: () => void }

export function PublishConflict({ newest, onPublish, onKeep }: ConflictProps) {
  return (
    <ChoiceNote keepLabel="Publish anyway" dropLabel="Keep theirs" onKeep={onPublish} onDrop={onKeep} silent>
      <p>
        <strong className="font-semibold">{newest.publisher || 'Someone else'}</strong>
        <span>
          {` published on ${formatDateTime(newest.published_at)}, after you opened this screen. What’s live now is shown below. Your draft is safe.`}
        </span>
      </p>
    </ChoiceNote>
  )
}
