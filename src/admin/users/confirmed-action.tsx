import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAction } from '@/admin/backend/query-client'
import { ConfirmDialog } from '@/admin/components/confirm-dialog'
import { SmallButton } from '@/admin/components/small-button'

type ConfirmedActionProps<Result> = {
  label: string
  /** What it acts on, for screen readers. */
  about?: string | undefined
  variant: 'default' | 'outline' | 'destructive'
  title: string
  description: ReactNode
  busyLabel: string
  mutationFn: () => Promise<Result>
  refetches: QueryKey
  explain?: (error: unknown) => string
  onDone: (result: Result) => void
}

/** A button whose action is confirmed first; the list it changes is read again before the question closes. */
export function ConfirmedAction<Result>(props: ConfirmedActionProps<Result>) {
  const { label, about, variant, mutationFn, refetches, onDone, ...dialog } = props
  const [asking, setAsking] = useState(false)
  const action = useAction({
    mutationFn,
    refetches,
    waits: true,
    onSuccess: (result: Result) => {
      setAsking(false)
      onDone(result)
    },
  })
  const ask = () => {
    action.reset()
    setAsking(true)
  }
  return (
    <>
      <SmallButton variant={variant} about={about} onClick={ask}>
        {label}
      </SmallButton>
      <ConfirmDialog
        {...dialog}
        open={asking}
        onClose={() => setAsking(false)}
        tone={variant === 'default' ? 'default' : 'destructive'}
        confirmLabel={label}
        action={action}
        onConfirm={() => void action.mutate()}
      />
    </>
  )
}
