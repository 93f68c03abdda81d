import { confirm } from '@/admin/components/confirm'
import { downloadFile } from '@/admin/components/download-file'
import { SmallButton } from '@/admin/components/small-button'
import { adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { discardQuarantined, readQuarantined, useIsQuarantined } from '@/storage/quarantine'
import { type StoredValue, useStoredValue } from '@/storage/stored-value'
import { deleteUnusedFiles, type SaveOutcome, withSharedFileLock } from './saved-files'

const noteClass = 'rounded-lg border border-made/50 bg-gravel/25 px-4 py-3 text-sm'

type UnreadableNoteProps<T> = { stored: StoredValue<T>; unreadable: string }

export function UnreadableNote<T>({ stored, unreadable }: UnreadableNoteProps<T>) {
  const { state } = useStoredValue(stored)
  const isQuarantined = useIsQuarantined(stored)
  if (state !== 'corrupt' && !isQuarantined) return null
  const { key } = stored
  const discard = async () => {
    const { dropQuestion: title, dropText: description } = adminMessages.media
    if (!(await confirm({ title, description, confirmLabel: 'Discard' }))) return
    discardQuarantined(key)
    deleteUnusedFiles().catch(() => undefined)
  }
  return (
    <div className={`${noteClass} grid justify-items-start gap-3`}>
      <p>
        <strong className="font-semibold">{unreadable}.</strong> {adminMessages.media.quarantined(key)}
      </p>
      {isQuarantined && (
        <div className="flex flex-wrap gap-2">
          <SmallButton onClick={() => downloadFile(`${key}.corrupt.txt`, 'text/plain', [readQuarantined(key) ?? ''])}>
            Save as a file
          </SmallButton>
          <SmallButton onClick={() => void discard()} variant="ghost">
            Discard
          </SmallButton>
        </div>
      )}
    </div>
  )
}

export function BlockedNote() {
  return <p className={noteClass}>{adminMessages.media.blocked}</p>
}

/** Reports a deletion with undo. Keeps unused files until the toast closes. */
export const toastWithUndo = (
  text: string,
  undo: () => SaveOutcome | Promise<SaveOutcome>,
  description?: string,
): void => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  withSharedFileLock(() => released)
    .then(deleteUnusedFiles)
    .catch(() => undefined)
  const undoAndRelease = async () => {
    const outcome = await undo()
    if (outcome !== 'written')
      toast.error(outcome === 'too-many' ? adminMessages.media.notSaved[outcome] : adminMessages.media.notUpdated)
    release()
  }
  toast.success(text, { description, undo: undoAndRelease, onAutoClose: release, onDismiss: release })
}
