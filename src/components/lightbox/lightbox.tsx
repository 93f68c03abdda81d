import * as Dialog from '@radix-ui/react-dialog'
import { ArrowLeft, ArrowRight, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { Picture } from '@/domain/picture'
import './lightbox.css'
import { keyAction } from './keys'
import { stepFrom } from './photo-number'
import { RoundButton } from './round-button'
import { Table } from './table'
import { useClicks } from './use-clicks'
import { useGestures } from './use-gestures'
import { useZoom } from './use-zoom'

export type LightboxProps = {
  pictures: readonly Picture[]
  open: boolean
  /** The photo in view; while the dialog closes, the one that was. */
  index: number
  onShow: (index: number) => void
  onClose: () => void
  /** The dialog has left the page: the moment to say where the focus goes. */
  onClosed: () => void
}

/** Photos one at a time on a dark table, over the whole screen. */
export default function Lightbox({ pictures, open, index, onShow, onClose, onClosed }: LightboxProps) {
  const table = useRef<HTMLDivElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  const count = pictures.length
  const zoom = useZoom(table, `${open} ${index}`)
  // While the dialog fades out, keys and clicks still reach it; they must not open it again.
  const show = (next: number) => {
    if (open && next !== index) onShow(next)
  }
  const step = (steps: number) => show(stepFrom(index, steps, count))
  const { handlers, clickedBy } = useGestures(table, zoom, step)
  const onClick = useClicks({ table, zoom, clickedBy, onClose })
  const onKeyDown = (event: KeyboardEvent) => {
    const action = keyAction(event, zoom.isZoomed)
    if (!action) return
    event.preventDefault()
    if ('steps' in action) step(action.steps)
    else if ('end' in action) show(action.end === 'first' ? 0 : count - 1)
    else if ('zoom' in action) zoom.scaleBy(action.zoom)
    else zoom.pan(...action.pan)
  }

  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-[#0a1410] data-[state=closed]:animate-[fade-out_140ms_ease-in_forwards] data-[state=open]:animate-[fade-in_160ms_ease-out]" />
        <Dialog.Content
          {...handlers}
          onClick={onClick}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            closeButton.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
          className="lightbox fixed inset-0 z-50 grid gap-x-3 overflow-y-auto overscroll-contain p-3 text-paper outline-none data-[state=closed]:animate-[fade-out_140ms_ease-in_forwards] data-[state=open]:animate-[fade-in_160ms_ease-out] md:gap-x-5 md:px-6 md:py-4"
        >
          <div className="flex items-center gap-2 pb-3 [grid-area:bar]">
            <p aria-live="polite" className="grow px-2 font-display font-semibold tabular-nums">
              <span aria-hidden>
                {index + 1} / {count}
              </span>
              <span className="sr-only">
                Photo {index + 1} of {count}
              </span>
            </p>
            <RoundButton
              label={zoom.isZoomed ? 'Zoom out' : 'Zoom in'}
              icon={zoom.isZoomed ? ZoomOut : ZoomIn}
              onClick={() => zoom.toggle()}
            />
            <RoundButton ref={closeButton} label="Close" icon={X} onClick={onClose} />
          </div>
          <RoundButton label="Previous photo" icon={ArrowLeft} onClick={() => step(-1)} className="lightbox-previous" />
          <Table ref={table} pictures={pictures} index={index} isZoomed={zoom.isZoomed} />
          <RoundButton label="Next photo" icon={ArrowRight} onClick={() => step(1)} className="lightbox-next" />
          <div data-caption className="lightbox-caption px-2 pt-4 pb-2">
            <Dialog.Title className="text-sm font-semibold tracking-wide text-gravel uppercase">
              Project Details
            </Dialog.Title>
            <Dialog.Description aria-live="polite" className="mt-2 text-lg leading-snug text-balance">
              {pictures[index]?.description}
            </Dialog.Description>
            <p className="mt-2 text-sm text-concrete-400">Model view</p>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
