import { optionalText } from '@contract/text'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { ConflictNotice } from '@/admin/components/choice-note'
import { FormDialog } from '@/admin/components/form-dialog'
import { LongText } from '@/admin/components/long-text'
import { useAction } from '@/admin/components/use-action'
import { saveNote } from '@/admin/data/enquiries'
import { useNavigationGuard } from '@/admin/session/navigation-guard'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { TextArea } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import { ENQUIRY_NOTE_MAX, type StoredEnquiry } from '@/domain/enquiry-inbox'
import { isAppError } from '@/lib/errors'

const { enquiries: messages } = adminMessages

const noteSchema = v.object({ note: optionalText(ENQUIRY_NOTE_MAX) })

const unsaved = {
  title: 'Discard your changes?',
  text: 'They haven’t been saved yet.',
  leaveLabel: 'Discard',
  stayLabel: 'Keep editing',
}

const reveal = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })

type NoteDialogProps = { enquiry: StoredEnquiry; onClose: () => void }

/** Edits the private note, and asks which version to keep if it was changed elsewhere. */
export default function NoteDialog({ enquiry: { id, name, note }, onClose }: NoteDialogProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [seen, setSeen] = useState(note)
  const [other, setOther] = useState<{ text: string; attempt: number }>()
  const [isTyped, setTyped] = useState(false)
  useNavigationGuard('note', isTyped ? unsaved : undefined)
  const action = useAction({
    mutationFn: async (typed: { note: string }) => {
      const stored = await saveNote(id, typed.note, seen)
      if (stored !== typed.note) setOther({ text: stored, attempt: (other?.attempt ?? 0) + 1 })
      return stored === typed.note
    },
    onSuccess(isSaved) {
      if (!isSaved) return
      toast.success(messages.noteSaved)
      onClose()
    },
  })
  const keepMine = () => {
    flushSync(() => setSeen(other?.text ?? seen))
    field.current?.form?.requestSubmit()
  }
  return (
    <FormDialog
      title={`Private note about ${name}`}
      description="Only administrators can read it."
      onClose={onClose}
      schema={noteSchema}
      action={action}
      explain={(error) => (isAppError(error, 'not-found') ? messages.gone : adminErrorText(error))}
      label="Save note"
      busyLabel="Saving..."
    >
      <TextArea
        ref={field}
        label="Note"
        name="note"
        required={false}
        rows={8}
        limit={ENQUIRY_NOTE_MAX}
        defaultValue={note}
        onChange={() => setTyped(true)}
      />
      {other && (
        // A new element is announced again.
        <div key={other.attempt} ref={reveal}>
          <ConflictNotice
            keepLabel="Keep mine"
            dropLabel="Use the other version"
            onKeep={keepMine}
            onDrop={() => !action.isPending && onClose()}
          >
            <p>{messages.noteChanged}</p>
            <div className="grid justify-items-start gap-1">
              <p className="font-semibold">Other version</p>
              <LongText text={other.text || '(empty)'} about="other version" />
            </div>
          </ConflictNotice>
        </div>
      )}
    </FormDialog>
  )
}
