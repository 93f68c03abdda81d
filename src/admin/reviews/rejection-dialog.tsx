import { requiredText } from '@contract/text'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import * as v from 'valibot'
import { Dialog } from '@/admin/components/dialog'
import { SmallButton } from '@/admin/components/small-button'
import { capitalise } from '@/admin/text/messages'
import { TextArea } from '@/components/ui/field'
import { Form, SubmitButton } from '@/components/ui/form'
import { REJECTION_NOTE_MAX, REJECTION_REASONS, type Rejection, type RejectionReason } from '@/domain/moderation'
import { validate } from '@/lib/validate'

const noteSchema = v.object({ note: requiredText(REJECTION_NOTE_MAX) })

type Texts = { title: string; description?: string; confirmLabel: string }
type RejectionDialogProps = Texts & { open: boolean; onAnswer: (rejection?: Rejection) => void }

function RejectionDialog({ open, title, description, confirmLabel, onAnswer }: RejectionDialogProps) {
  const [hasNote, setHasNote] = useState(false)
  const note = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (hasNote) note.current?.focus()
  }, [hasNote])
  const choose = (reason: RejectionReason) => {
    if (reason !== 'something else') return onAnswer({ reason, note: '' })
    setHasNote(true)
    note.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isInForm = event.target instanceof HTMLElement && event.target.closest('form')
    if (isInForm || event.ctrlKey || event.metaKey || event.altKey) return
    const reason = REJECTION_REASONS[Number(event.key) - 1]
    // The key that opened the dialog may still be held.
    if (event.repeat || reason) event.preventDefault()
    if (!event.repeat && reason) choose(reason)
  }
  return (
    <Dialog
      open={open}
      title={title}
      {...(description && { description })}
      onClose={() => onAnswer()}
      onKeyDown={onKeyDown}
      onInteractOutside={(event) => hasNote && event.preventDefault()}
      className="w-[min(28rem,calc(100vw-2rem))] gap-4 p-6"
    >
      <p className="text-sm">Why? A low rating isn’t a reason.</p>
      <ol className="grid gap-2">
        {REJECTION_REASONS.map((reason, index) => (
          <li key={reason} className="grid">
            <SmallButton
              className="justify-start!"
              // Not the second click of a double click that opened the dialog.
              onClick={(event) => event.detail < 2 && choose(reason)}
              {...(reason === 'something else' && { 'aria-expanded': hasNote })}
            >
              {`${index + 1}. ${capitalise(reason)}`}
            </SmallButton>
          </li>
        ))}
      </ol>
      {hasNote && (
        <Form
          check={(typed) => validate(noteSchema, typed)}
          action={async ({ note }) => void onAnswer({ reason: 'something else', note })}
          className="grid gap-3"
        >
          <TextArea
            ref={note}
            label="Note"
            name="note"
            rows={3}
            limit={REJECTION_NOTE_MAX}
            hint="Only administrators can read it."
          />
          <SubmitButton variant="destructive">{confirmLabel}</SubmitButton>
        </Form>
      )}
      <SmallButton className="justify-self-end" onClick={() => onAnswer()}>
        Cancel
      </SmallButton>
    </Dialog>
  )
}

type Question = Texts & { id: string; resolve: (rejection?: Rejection) => void }

/** Returns `askReason`, which resolves to undefined if cancelled or left, and its dialog to render. */
export const useRejectionReason = () => {
  const [question, setQuestion] = useState<Question>()
  const [isOpen, setOpen] = useState(false)
  const askReason = (texts: Texts) =>
    new Promise<Rejection | undefined>((resolve) => {
      setQuestion({ ...texts, id: crypto.randomUUID(), resolve })
      setOpen(true)
    })
  const answer = (rejection?: Rejection) => {
    setOpen(false)
    question?.resolve(rejection)
  }
  const cancel = useEffectEvent(() => answer())
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation cancels.
  useEffect(() => () => cancel(), [key])
  // Kept while it fades out, so that a double click on it reaches nothing behind it.
  const dialog = question && <RejectionDialog key={question.id} {...question} open={isOpen} onAnswer={answer} />
  return { askReason, dialog }
}
