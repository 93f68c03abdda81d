import * as RadixDialog from '@radix-ui/react-dialog'
import { type ComponentProps, type FocusEvent, useRef } from 'react'
import { isFocusLost, rememberPlace } from '@/components/ui/focus-place'
import { cn } from '@/lib/cn'
import { SmallButton } from './small-button'

export const overlayClass = 'sheet-overlay fixed inset-0 z-40 bg-ink/60'
export const panelClass =
  'fixed top-1/2 left-1/2 z-50 grid max-h-[90svh] -translate-x-1/2 -translate-y-1/2 grid-cols-1 overflow-y-auto wrap-anywhere rounded-card bg-white shadow-float low:scroll-py-3'

/** Returns props that keep the focus in view, and restore it on close. */
export const useFocusReturn = () => {
  const restore = useRef(() => {})
  return {
    onOpenAutoFocus() {
      restore.current = rememberPlace(document.activeElement)
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      // The caller may have moved the focus on purpose.
      if (isFocusLost()) restore.current()
    },
    // In a low window, the first focused element would be out of view.
    onFocus({ target }: FocusEvent<HTMLElement>) {
      target.scrollIntoView({ block: 'nearest' })
    },
  }
}

type DialogProps = ComponentProps<typeof RadixDialog.Content> & {
  open?: boolean
  onClose: () => void
  title: string
  description?: string
}

export function Dialog({ open = true, onClose, title, description, className, children, ...content }: DialogProps) {
  const focus = useFocusReturn()
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayClass} />
        <RadixDialog.Content
          aria-modal
          {...(!description && { 'aria-describedby': undefined })}
          {...content}
          {...focus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus()
            content.onOpenAutoFocus?.(event)
          }}
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

export function ReadingDialog({ children, onClose, ...dialog }: DialogProps) {
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      onOpenAutoFocus={(event) => {
        // The first control may be below the start of the text.
        event.preventDefault()
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
      }}
      className="w-[min(48rem,calc(100vw-1.5rem))] flex! scroll-pb-20 flex-col gap-4 p-4 outline-none sm:p-6"
    >
      {children}
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex justify-end border-concrete-200 border-t bg-white px-4 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
        <SmallButton onClick={onClose}>Close</SmallButton>
      </div>
    </Dialog>
  )
}
