import type { ChangeEvent, ReactNode } from 'react'
import { SmallButton } from '@/admin/components/small-button'

// What Postgres stores in no text: the character zero, and half an emoji.
const UNSTORABLE = /\0|\p{Cs}/gu

type Field = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

type UndoableProps = Omit<Field, 'onChange'> & {
  /** What it said when the form was opened. */
  before: string | undefined
  onText: (text: string) => void
  children: (field: Field) => ReactNode
}

/** A field of text; what was cleared can be put back. */
export function Undoable({ before, onText, children, ...field }: UndoableProps) {
  return (
    <div className="grid justify-items-start gap-1.5 *:first:w-full">
      {children({ ...field, onChange: ({ currentTarget }) => onText(currentTarget.value.replace(UNSTORABLE, '')) })}
      {before && field.value === '' && (
        <SmallButton variant="ghost" onClick={() => onText(before)}>
          Put back what it said
        </SmallButton>
      )}
    </div>
  )
}
