import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { TextArea } from '@/components/ui/field'
import { ConflictNotice } from './choice-note'
import { FormDialog } from './form-dialog'
import { LongText } from './long-text'
import { useAction } from './use-action'

const reveal = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })

type SharedTextDialogProps = {
  title: string
  description: string
  label: string
  submitLabel: string
  /** The stored text, or ''. */
  text: string
  /** Cleans and checks what is typed. */
  schema: v.GenericSchema<string | null | undefined, string> | v.GenericSchema<string, string>
  /** In UTF-16 units. */
  limit: number
  required?: boolean
  rows: number
  changedText: string
  /** Saves the text unless the stored one is no longer `seen`. Returns the stored one. */
  save: (text: string, seen: string) => Promise<string>
  explain: (error: unknown) => string
  onTyped: () => void
  onSaved: () => void
  onClose: () => void
  children?: ReactNode
}

/** Edits a text that several administrators share, and asks which version to keep if it was changed elsewhere. */
export function SharedTextDialog(props: SharedTextDialogProps) {
  const { text, schema, save, onSaved, onClose } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const [seen, setSeen] = useState(text)
  const [other, setOther] = useState<{ text: string; attempt: number }>()
  const action = useAction({
    mutationFn: async (typed: { text: string }) => {
      const stored = await save(typed.text, seen)
      if (stored !== typed.text) setOther({ text: stored, attempt: (other?.attempt ?? 0) + 1 })
      return stored === typed.text
    },
    onSuccess(isSaved) {
      if (!isSaved) return
      onSaved()
      onClose()
    },
  })
  const keepMine = () => {
    flushSync(() => setSeen(other?.text ?? seen))
    field.current?.form?.requestSubmit()
  }
  return (
    <FormDialog
      title={props.title}
      description={props.description}
      onClose={onClose}
      schema={v.object({ text: schema })}
      action={action}
      explain={props.explain}
      label={props.submitLabel}
      busyLabel="Saving..."
    >
      {props.children}
      <TextArea
        ref={field}
        label={props.label}
        name="text"
        required={props.required ?? true}
        rows={props.rows}
        limit={props.limit}
        defaultValue={text}
        onChange={props.onTyped}
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
            <p>{props.changedText}</p>
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
