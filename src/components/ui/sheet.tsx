import * as Dialog from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { cn } from '@/lib/cn'

type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  cover: 'left' | 'right' | 'screen'
  children: ReactNode
}

// Kept across sheets, because a button that opens another sheet is gone once its own sheet closes.
let openerOfFirst: Element | null = null

/** Panel over the page. Closing it focuses the opener of the first open sheet. */
export function Sheet({ open, onOpenChange, title, cover, children }: SheetProps) {
  const opener = useRef<Element>(null)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-overlay fixed inset-0 z-40 bg-ink/60" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            if (!document.activeElement?.closest('[role=dialog]')) openerOfFirst = document.activeElement
            opener.current = openerOfFirst
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // A link may have moved the focus already.
            if (document.activeElement === document.body && opener.current instanceof HTMLElement)
              opener.current.focus()
          }}
          // Radix wraps the focus around without scrolling.
          onFocus={({ target }) => target.matches(':focus-visible') && target.scrollIntoView({ block: 'nearest' })}
          className={cn(
            'sheet-panel fixed inset-y-0 z-50 flex flex-col overflow-y-auto bg-paper shadow-float',
            // Sticky bar plus focus ring.
            'scroll-pt-22 scroll-pb-3 low:scroll-pt-16',
            cover === 'screen' ? 'w-full' : 'w-80 max-w-[90vw]',
            cover === 'left' ? 'left-0 [--from:-100%]' : 'right-0',
          )}
        >
          <div className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-concrete-200 bg-paper px-5 py-4 low:py-1">
            <Dialog.Title className="text-xl">{title}</Dialog.Title>
            <Dialog.Close
              aria-label="Close"
              className="-mr-2.5 grid size-11 place-items-center rounded-lg hover:bg-ink/5"
            >
              <X aria-hidden className="size-6" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
