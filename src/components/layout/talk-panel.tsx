import { Mail, MessageCircle, Phone } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Sheet } from '@/components/ui/sheet'
import { site } from '@/content/site'
import { sections } from '@/paths'
import { OpeningStatus, WhatsAppLink } from './late-contact'
import { QuoteLink } from './quote-link'
import { useGoToSection } from './section-link'

type TalkPanelProps = { open: boolean; onOpenChange: (open: boolean) => void }

const contactLink = 'rounded-lg border border-concrete-300 bg-white p-4 hover:border-ink'
const contactLabel = 'mb-1 flex items-center gap-2 text-sm text-concrete-600'
const contactIcon = 'size-4 text-green-dark'
const [mailbox, domain] = site.email.split('@')

export default function TalkPanel({ open, onOpenChange }: TalkPanelProps) {
  const goToSection = useGoToSection()
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Let's Talk" cover="right">
      <div className="grid grid-cols-1 gap-5 p-5">
        <p>Tell us about your house and what you’d like to build beneath it, and we’ll tell you what’s involved.</p>
        <div className="grid gap-3">
          <a href={site.phone.href} className={contactLink}>
            <span className={contactLabel}>
              <Phone aria-hidden className={contactIcon} />
              Call us
            </span>
            <span className="font-semibold tabular-figures">{site.phone.display}</span>
          </a>
          <WhatsAppLink className={contactLink}>
            <span className={contactLabel}>
              <MessageCircle aria-hidden className={contactIcon} />
              WhatsApp us
            </span>
            <span className="font-semibold tabular-figures">{site.whatsapp}</span>
          </WhatsAppLink>
          {/* Screen readers would split the address at `<wbr>`. */}
          <a href={`mailto:${site.email}`} aria-label={`Email us ${site.email}`} className={contactLink}>
            <span className={contactLabel}>
              <Mail aria-hidden className={contactIcon} />
              Email us
            </span>
            <span className="text-sm font-semibold [overflow-wrap:anywhere]">
              {mailbox}@<wbr />
              {domain}
            </span>
          </a>
        </div>
        <div className="grid gap-1 text-sm text-concrete-700">
          <dl className="grid gap-1">
            {site.hours.map(({ days, time }) => (
              <div key={days} className="flex justify-between gap-4">
                <dt>{days}</dt>
                <dd className="tabular-figures">{time}</dd>
              </div>
            ))}
          </dl>
          <p className="flex min-h-6 items-baseline justify-between gap-4">
            <OpeningStatus onRequestCallback={() => onOpenChange(false)} />
          </p>
        </div>
        <div className="grid gap-3">
          <Button
            variant="green"
            onClick={() => {
              onOpenChange(false)
              goToSection(sections.contact)
            }}
          >
            Contact Form
          </Button>
          <QuoteLink variant="outline" />
        </div>
      </div>
    </Sheet>
  )
}
