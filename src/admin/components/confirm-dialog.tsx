import * as AlertDialog from '@radix-ui/react-alert-dialog'
import type { ReactNode } from 'react'
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
  busy?: boolean
  /** Why the last attempt failed; shown while the dialog stays open. */
  error?: string | undefined
  onConfirm: () => void
}

/** Asks for confirmation. Cancel has the focus first; while `busy`, it cannot be closed or confirmed again. */
export function ConfirmDialog({ open, onClose, busy = false, tone = 'destructive', ...text }: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content
          aria-modal
          {...useFocusReturn()}
          className={cn(panelClass, 'w-[min(28rem,calc(100vw-2rem))] gap-4 p-6')}
        >
          <AlertDialog.Title className="font-sans text-lg tracking-normal">{text.title}</AlertDialog.Title>
          <AlertDialog.Description className="text-concrete-700">{text.description}</AlertDialog.Description>
          {text.error && (
            <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger text-sm">
              {text.error}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel disabled={busy} className={buttonClass({ variant: 'outline', size: 'sm' })}>
              {text.cancelLabel ?? 'Cancel'}
            </AlertDialog.Cancel>
            <Button disabled={busy} onClick={text.onConfirm} variant={tone} size="sm">
              {busy ? (text.busyLabel ?? text.confirmLabel) : text.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
