import { useState } from 'react'
import { QrDrawing } from '@/components/ui/qr-drawing'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { lazyModule } from '@/lib/lazy-module'

const sheet = lazyModule(() => import('@/components/ui/sheet'))

const Code = ({ className }: { className: string }) => (
  <QrDrawing drawing={__BUSINESS_CARD_QR__} label="QR code of this card’s address" className={className} />
)

export function QrCode() {
  const [isOpen, setOpen] = useState(false)
  const Sheet = useLazyModule(sheet)?.Sheet
  const open = () => {
    setOpen(true)
    sheet.load().catch(() => setOpen(false))
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={sheet.prefetch}
        onClick={open}
        className="rounded-sm"
      >
        <Code className="w-[max(17cqw,2.75rem)]" />
        <span className="sr-only">, show it larger</span>
      </button>
      {Sheet && (
        <Sheet open={isOpen} onOpenChange={setOpen} title="QR code" cover="screen">
          <Code className="m-auto max-h-[80svh] w-full max-w-[min(90vw,80svh)] p-4" />
        </Sheet>
      )}
    </>
  )
}
