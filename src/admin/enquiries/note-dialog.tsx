import { optionalText } from '@contract/text'
import { SharedTextDialog } from '@/admin/components/shared-text-dialog'
import { saveNote } from '@/admin/data/enquiries'
import { useTypingGuard } from '@/admin/session/navigation-guard'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { ENQUIRY_NOTE_MAX, type StoredEnquiry } from '@/domain/enquiry-inbox'
import { isAppError } from '@/lib/errors'

const { enquiries: messages } = adminMessages

type NoteDialogProps = { enquiry: StoredEnquiry; onClose: () => void }

/** Edits the private note. */
export default function NoteDialog({ enquiry: { id, name, note }, onClose }: NoteDialogProps) {
  const onTyped = useTypingGuard('note')
  return (
    <SharedTextDialog
      title={`Private note about ${name}`}
      description="Only administrators can read it."
      label="Note"
      submitLabel="Save note"
      text={note}
      schema={optionalText(ENQUIRY_NOTE_MAX)}
      limit={ENQUIRY_NOTE_MAX}
      required={false}
      rows={8}
      changedText={messages.noteChanged}
      save={(text, seen) => saveNote(id, text, seen)}
      explain={(error) => (isAppError(error, 'not-found') ? messages.gone : adminErrorText(error))}
      onTyped={onTyped}
      onSaved={() => toast.success(messages.noteSaved)}
      onClose={onClose}
    />
  )
}
