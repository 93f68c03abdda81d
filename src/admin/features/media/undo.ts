import { toast } from '@/components/ui/toast'
import { clearUnusedFiles, holdFiles } from './stored-files'

const UNDO_MS = 8_000

/** Reports a deletion with a way back; the deleted file stays until that has passed. */
export const toastWithUndo = (text: string, undo: () => void): void => {
  const held = holdFiles()
  const over = () =>
    void held
      .then((release) => release())
      .then(clearUnusedFiles)
      .catch(() => undefined)
  const action = {
    label: 'Undo',
    onClick: () => {
      undo()
      over()
    },
  }
  toast.success(text, { duration: UNDO_MS, action, onAutoClose: over, onDismiss: over })
}
