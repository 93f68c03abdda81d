import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useRef } from 'react'
import { Button, buttonClass } from '@/components/ui/button'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
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
export function ConfirmDialog({ open, onOpenChange, busy = false, tone = 'destructive', ...text }: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const opener = useRef<Element>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-overlay fixed inset-0 z-40 bg-ink/60" />
        <Dialog.Content
          role="alertdialog"
          aria-modal
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            opener.current = document.activeElement
            cancel.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
          }}
          className="fixed top-1/2 left-1/2 z-50 grid max-h-[90svh] grid-cols-1 wrap-anywhere w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 gap-4 overflow-y-auto rounded-card bg-white p-6 shadow-float"
        >
          <Dialog.Title className="font-sans text-lg tracking-normal">{text.title}</Dialog.Title>
          <Dialog.Description className="text-concrete-700">{text.description}</Dialog.Description>
          {text.error && (
            <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger text-sm">
              {text.error}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Dialog.Close ref={cancel} disabled={busy} className={buttonClass({ variant: 'outline', size: 'sm' })}>
              {text.cancelLabel ?? 'Cancel'}
            </Dialog.Close>
            <Button disabled={busy} onClick={text.onConfirm} variant={tone} size="sm">
              {busy ? (text.busyLabel ?? text.confirmLabel) : text.confirmLabel}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
