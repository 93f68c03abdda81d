import * as Dialog from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { IconButton } from './icon-button'

type FormDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  /** While it sends, it cannot be closed. */
  busy: boolean
  children: ReactNode
}

const isTyped = (field: Element): boolean =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue

/** A dialog around a form. A click beside it or Escape does not throw away what was typed. */
export function FormDialog({ open, onOpenChange, title, description, busy, children }: FormDialogProps) {
  const content = useRef<HTMLDivElement>(null)
  const opener = useRef<Element>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-overlay fixed inset-0 z-40 bg-ink/60" />
        <Dialog.Content
          ref={content}
          aria-modal
          onInteractOutside={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => {
            const fields = [...(content.current?.querySelectorAll('input, textarea') ?? [])]
            if (fields.some(isTyped)) event.preventDefault()
          }}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            opener.current = document.activeElement
            content.current?.querySelector<HTMLElement>('input:not([readonly]), textarea')?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
          }}
          className="fixed top-1/2 left-1/2 z-50 grid max-h-[90svh] w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 grid-cols-1 gap-4 overflow-y-auto wrap-anywhere rounded-card bg-white p-5 shadow-float sm:p-6"
        >
          <div className="grid gap-1 pr-9">
            <Dialog.Title className="font-sans text-lg tracking-normal">{title}</Dialog.Title>
            <Dialog.Description className="text-concrete-700 text-sm">{description}</Dialog.Description>
          </div>
          {children}
          <Dialog.Close asChild>
            <IconButton Icon={X} label="Close" disabled={busy} className="absolute top-4 right-4" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
