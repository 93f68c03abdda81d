import type { ReactNode } from 'react'
import { SmallButton } from './small-button'

type ChoiceNoteProps = {
  keepLabel: string
  dropLabel: string
  onKeep: () => void
  onDrop: () => void
  /** Whether it is announced elsewhere. */
  silent?: boolean
  children: ReactNode
}

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
