import { useCallback, useRef } from 'react'
import { ConflictNotice } from '@/admin/components/choice-note'
import { SmallButton } from '@/admin/components/small-button'
import type { HistoryEntry } from '@/admin/data/publications'
import type { UploadStatus } from '@/admin/images/upload'
import { useNavigationGuard } from '@/admin/session/navigation-guard'
import { formatBytes } from '@/admin/text/format-bytes'
import { formatDateTime } from '@/admin/text/format-date'

const question = {
  title: 'Stop publishing?',
  text: 'If you leave now, the upload stops and nothing is published.',
  leaveLabel: 'Stop and leave',
  stayLabel: 'Keep uploading',
}

type UploadProgressProps = { progress: UploadStatus; onCancel: () => void }

/** Asks before leaving, which would stop the upload. */
export function UploadProgress({ progress, onCancel }: UploadProgressProps) {
  const { file, total, label, done, bytes } = progress
  const cancel = useRef<HTMLButtonElement>(null)
  // Otherwise focus would return to the clicked tab, which opens on focus.
  const onBeforeOpen = useCallback(() => cancel.current?.focus(), [])
  useNavigationGuard('publishing', { ...question, onBeforeOpen, onLeave: onCancel })
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
    <ConflictNotice keepLabel="Publish anyway" dropLabel="Keep theirs" onKeep={onPublish} onDrop={onKeep} silent>
      <p>
        <strong className="font-semibold">{newest.publisher || 'Someone else'}</strong>
        <span>
          {` published on ${formatDateTime(newest.published_at)}, after you opened this screen. What’s live now is shown below. Your draft is safe.`}
        </span>
      </p>
    </ConflictNotice>
  )
}
