import type { ReactNode } from 'react'
import { SmallButton } from './small-button'

type ChoiceNoteProps = {
  keepLabel: string
  dropLabel: string
  onKeep: () => void
  onDrop: () => void
  /** Something else reads it out. */
  silent?: boolean
  children: ReactNode
}

/** Says that someone else has made changes, and asks whether to keep one's own. */
export function ConflictNotice({ keepLabel, dropLabel, onKeep, onDrop, silent = false, children }: ChoiceNoteProps) {
  return (
    <div
      role={silent ? undefined : 'alert'}
      className="grid w-full gap-3 rounded-card border border-made/60 bg-gravel/20 p-4 text-sm"
    >
      {children}
      <div className="flex flex-wrap gap-2">
        <SmallButton variant="default" onClick={onKeep}>
          {keepLabel}
        </SmallButton>
        <SmallButton onClick={onDrop}>{dropLabel}</SmallButton>
      </div>
    </div>
  )
}
