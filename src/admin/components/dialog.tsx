import * as RadixDialog from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import type { GenericSchema } from 'valibot'
import { cn } from '@/lib/cn'
import { ActionForm, type ActionFormProps } from './form'
import { IconButton } from './icon-button'

/** Classes shared by all dialogs of the admin area. */
export const overlayClass = 'sheet-overlay fixed inset-0 z-40 bg-ink/60'
export const panelClass =
  'fixed top-1/2 left-1/2 z-50 grid max-h-[90svh] -translate-x-1/2 -translate-y-1/2 grid-cols-1 overflow-y-auto wrap-anywhere rounded-card bg-white shadow-float'

/** Props for a dialog without a trigger, which returns the focus to where it was before. */
export const useFocusReturn = () => {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    },
  }
}

type DialogProps = ComponentProps<typeof RadixDialog.Content> & {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
}

export function Dialog({ open, onOpenChange, title, description, className, children, ...content }: DialogProps) {
  const focus = useFocusReturn()
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayClass} />
        <RadixDialog.Content
          aria-modal
          {...(!description && { 'aria-describedby': undefined })}
          {...content}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus()
            content.onOpenAutoFocus?.(event)
          }}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          className={cn(panelClass, className)}
        >
          <div className="grid gap-1 pr-9">
            <RadixDialog.Title className="text-lg">{title}</RadixDialog.Title>
            {description && (
              <RadixDialog.Description className="text-concrete-700 text-sm">{description}</RadixDialog.Description>
            )}
          </div>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

type FormDialogProps<Schema extends GenericSchema> = Omit<ActionFormProps<Schema>, 'other'> & {
  title: string
  description: string
  onClose: () => void
}

/** An `ActionForm` in a dialog. Escape or a click outside discards nothing typed; while sending, nothing closes it. */
export function FormDialog<Schema extends GenericSchema>(props: FormDialogProps<Schema>) {
  const { title, description, onClose, ...form } = props
  const busy = form.action.isPending
  const content = useRef<HTMLDivElement>(null)
  const isTyped = () => {
    const fields = content.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? []
    return [...fields].some(({ value, defaultValue }) => value !== defaultValue)
  }
  return (
    <Dialog
      ref={content}
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={title}
      description={description}
      onInteractOutside={(event) => event.preventDefault()}
      onEscapeKeyDown={(event) => isTyped() && event.preventDefault()}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        content.current?.querySelector<HTMLElement>('input:not([readonly]), textarea')?.focus()
      }}
      className="w-[min(36rem,calc(100vw-2rem))] gap-4 p-5 sm:p-6"
    >
      <ActionForm {...form} other={{ label: 'Cancel', onClick: onClose }} />
      <IconButton Icon={X} label="Close" disabled={busy} onClick={onClose} className="absolute top-4 right-4" />
    </Dialog>
  )
}
