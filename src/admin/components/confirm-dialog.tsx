import * as AlertDialog from '@radix-ui/react-alert-dialog'
import type { ReactNode } from 'react'
import { adminErrorText } from '@/admin/words/messages'
import { Button, buttonClass } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { overlayClass, panelClass, useFocusReturn } from './dialog'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  description: ReactNode
  confirmLabel: string
  busyLabel?: string
  cancelLabel?: string
  tone?: 'destructive' | 'default'
  /** What confirming starts: while it is pending the dialog stays open, and if it fails the dialog says why. */
  action?: { isPending: boolean; error: unknown }
  explain?: (error: unknown) => string
  onConfirm: () => void
}

/** Asks for confirmation; Cancel has the focus first. */
export function ConfirmDialog({ open, onClose, action, explain = adminErrorText, ...text }: ConfirmDialogProps) {
  const { isPending: busy, error } = action ?? { isPending: false, error: null }
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} onClick={() => !busy && onClose()} />
        <AlertDialog.Content
          aria-modal
          {...useFocusReturn()}
          className={cn(panelClass, 'w-[min(28rem,calc(100vw-2rem))] gap-4 p-6')}
        >
          <AlertDialog.Title className="text-lg">{text.title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="grid gap-3 text-concrete-700">{text.description}</div>
          </AlertDialog.Description>
          {error !== null && (
            <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger text-sm">
              {explain(error)}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel disabled={busy} className={buttonClass({ variant: 'outline', size: 'sm' })}>
              {text.cancelLabel ?? 'Cancel'}
            </AlertDialog.Cancel>
            <Button busy={busy} onClick={text.onConfirm} variant={text.tone ?? 'destructive'} size="sm">
              {busy ? (text.busyLabel ?? text.confirmLabel) : text.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
