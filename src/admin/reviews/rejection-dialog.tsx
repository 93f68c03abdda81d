import { requiredText } from '@contract/text'
import { type KeyboardEvent, useState } from 'react'
import * as v from 'valibot'
import { Dialog } from '@/admin/components/dialog'
import { SmallButton } from '@/admin/components/small-button'
import { capitalise } from '@/admin/text/messages'
import { TextArea } from '@/components/ui/field'
import { Form, SubmitButton } from '@/components/ui/form'
import { REJECTION_NOTE_MAX, REJECTION_REASONS, type Rejection, type RejectionReason } from '@/domain/moderation'
import { validate } from '@/lib/validate'

const noteSchema = v.object({ note: requiredText(REJECTION_NOTE_MAX) })

const focus = (field: HTMLElement | null) => field?.focus()

type Texts = { title: string; description?: string; confirmLabel: string }
type RejectionDialogProps = Texts & { onAnswer: (rejection?: Rejection) => void }

function RejectionDialog({ title, description, confirmLabel, onAnswer }: RejectionDialogProps) {
  const [hasNote, setHasNote] = useState(false)
  const choose = (reason: RejectionReason) =>
    reason === 'something else' ? setHasNote(true) : onAnswer({ reason, note: '' })
  const onKeyDown = (event: KeyboardEvent) => {
    const reason = REJECTION_REASONS[Number(event.key) - 1]
    const isText = event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey
    if (!reason || isText) return
    event.preventDefault()
    choose(reason)
  }
  return (
    <Dialog
      title={title}
      {...(description && { description })}
      onClose={() => onAnswer()}
      onKeyDown={onKeyDown}
      className="w-[min(28rem,calc(100vw-2rem))] gap-4 p-6"
    >
      <p className="text-sm">Why? A low rating isn’t a reason.</p>
      <ol className="grid gap-2">
        {REJECTION_REASONS.map((reason, index) => (
          <li key={reason} className="grid">
            <SmallButton
              className="justify-start!"
              onClick={() => choose(reason)}
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
            ref={focus}
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

/** Returns `askReason`, which resolves to undefined if cancelled, and its dialog to render. */
export const useRejectionReason = () => {
  const [question, setQuestion] = useState<Texts & { resolve: (rejection?: Rejection) => void }>()
  const askReason = (texts: Texts) =>
    new Promise<Rejection | undefined>((resolve) => setQuestion({ ...texts, resolve }))
  const dialog = question && (
    <RejectionDialog
      {...question}
      onAnswer={(rejection) => {
        setQuestion(undefined)
        question.resolve(rejection)
      }}
    />
  )
  return { askReason, dialog }
}
