import { Phone } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Sheet } from '@/components/ui/sheet'
import { site } from '@/content/site'
import { NavigationLinks } from './navigation-links'
import { QuoteLink } from './quote-link'

type MobileMenuProps = { open: boolean; onOpenChange: (open: boolean) => void; onTalk: () => void }

export default function MobileMenu({ open, onOpenChange, onTalk }: MobileMenuProps) {
  const close = () => onOpenChange(false)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Menu" cover="screen">
      <nav aria-label="Mobile" className="flex grow flex-col justify-between gap-8 px-5 pt-4 pb-8">
        <ul className="divide-y divide-concrete-200">
          <NavigationLinks
            className="block py-3.5 font-display text-2xl font-semibold aria-[current]:text-green-dark aria-[current]:underline aria-[current]:decoration-2 aria-[current]:underline-offset-8"
            onNavigate={close}
          />
        </ul>
        <div className="grid gap-3">
          <a
            href={site.phone.href}
            className="flex min-h-11 items-center justify-center gap-2 font-semibold text-lg tabular-figures underline underline-offset-4"
          >
            <Phone aria-hidden className="size-5" /> {site.phone.display}
          </a>
          <Button variant="green" size="lg" onClick={onTalk}>
            Let's Talk
          </Button>
          <QuoteLink variant="outline" size="lg" />
        </div>
      </nav>
    </Sheet>
  )
}
