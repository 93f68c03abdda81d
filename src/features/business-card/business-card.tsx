import { useState } from 'react'
import { Logo } from '@/components/layout/logo'
import { Strata } from '@/components/layout/strata'
import { QrDrawing } from '@/components/ui/qr-drawing'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { site } from '@/content/site'
import { lazyModule } from '@/lib/lazy-module'

const sheet = lazyModule(() => import('@/components/ui/sheet'))

const Code = ({ className }: { className: string }) => (
  <QrDrawing drawing={__BUSINESS_CARD_QR__} label="QR code linking to this card" className={className} />
)

function QrCode() {
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
        <span className="sr-only">, enlarge</span>
      </button>
      {Sheet && (
        <Sheet open={isOpen} onOpenChange={setOpen} title="QR code" cover="screen">
          <Code className="m-auto max-h-[80svh] w-full max-w-[min(90vw,80svh)] p-4" />
        </Sheet>
      )}
    </>
  )
}

const link =
  'underline decoration-1 underline-offset-4 hover:decoration-2 print:no-underline max-sm:inline-flex max-sm:min-h-11 max-sm:items-center print:min-h-0'
const website = new URL(site.url).host

/** Card that prints at 85 x 55 mm. */
export function BusinessCard() {
  return (
    <article
      aria-label={`Business card of ${site.founder.name}`}
      className="business-card @container flex aspect-[85/55] max-sm:aspect-auto print:aspect-[85/55] w-full max-w-[34rem] flex-col overflow-clip print:overflow-hidden rounded-card border border-concrete-300 bg-white shadow-float"
    >
      <div className="flex grow items-start justify-between px-[6cqw] pt-[6cqw]">
        <Logo variant="default" label={site.name} className="h-auto w-[30cqw]" />
        <QrCode />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-[1cqw] px-[6cqw] pb-[4cqw]">
        <div>
          <p className="font-display text-[5.2cqw] leading-tight font-bold">{site.founder.name}</p>
          <p className="text-[3.4cqw] text-concrete-700">{site.founder.title}</p>
        </div>
        <address className="text-[max(0.75rem,2.9cqw)] leading-[1.65] not-italic">
          <a href={`mailto:${site.email}`} className={link}>
            {site.email}
          </a>
          <br />
          <a href={site.phone.href} className={`${link} tabular-figures`}>
            {site.phone.display}
          </a>
          <br />
          <a href={site.url} className={link}>
            {website}
          </a>
        </address>
      </div>
      <Strata className="block h-[13%] w-full shrink-0" />
    </article>
  )
}
