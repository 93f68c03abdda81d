import { X } from 'lucide-react'
import { useRef } from 'react'
import type { GenericSchema } from 'valibot'
import { cancelConfirmation, confirm } from './confirm'
import { Dialog } from './dialog'
import { ActionForm, type ActionFormProps } from './form'
import { IconButton } from './icon-button'

type FormDialogProps<Schema extends GenericSchema> = Omit<ActionFormProps<Schema>, 'other'> & {
  title: string
  description: string
  onClose: () => void
}

/** `ActionForm` in a dialog. Escape and outside clicks discard no input. */
export function FormDialog<Schema extends GenericSchema>(props: FormDialogProps<Schema>) {
  const { title, description, onClose, ...form } = props
  const busy = form.action.isPending
  const content = useRef<HTMLDivElement>(null)
  const isTyped = () => {
    const fields = content.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? []
    return [...fields].some(({ value, defaultValue }) => value !== defaultValue)
  }
  const discard = async () => {
    const isConfirmed = await confirm({
      title: 'Discard your changes?',
      description: 'They haven’t been saved or sent yet.',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
    })
    if (isConfirmed) onClose()
  }
  return (
    <Dialog
      ref={content}
      onClose={() => !busy && onClose()}
      title={title}
      description={description}
      onInteractOutside={(event) => event.preventDefault()}
      onEscapeKeyDown={(event) => {
        // The confirmation has handled the key and closed.
        if (event.defaultPrevented || !isTyped()) return
        event.preventDefault()
        // Radix may pass the key here if the confirmation has only just opened.
        if (!cancelConfirmation() && !busy) void discard()
      }}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        content.current?.querySelector<HTMLElement>('input:not([readonly]), textarea')?.focus()
      }}
      className="w-[min(36rem,calc(100vw-2rem))] gap-4 p-5 sm:p-6"
    >
      <ActionForm {...form} other={{ label: 'Cancel', onClick: onClose }} />
      <IconButton Icon={X} label="Close" busy={busy} onClick={onClose} className="absolute top-4 right-4" />
    </Dialog>
  )
}
