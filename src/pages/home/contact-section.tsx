import { useEffect } from 'react'
import { NoScriptNotice } from '@/components/ui/no-script-notice'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { contactPromise } from '@/content/answering'
import { site } from '@/content/site'
import { ContactForm } from '@/features/enquiries/contact-form'
import { lazyModule } from '@/lib/lazy-module'
import { firstInteraction } from '@/lib/when-to-start'
import { sections } from '@/paths'

const term = 'font-display text-sm font-semibold tracking-wide text-green-dark uppercase'
const link = 'font-semibold xl:text-lg underline decoration-1 underline-offset-4 hover:decoration-2'
const row = 'mt-1 flex max-w-64 justify-between gap-4'

const lateContact = lazyModule(() => import('@/components/layout/late-contact'))

export function ContactSection() {
  const { who, next } = contactPromise
  const late = useLazyModule(lateContact)
  useEffect(() => void firstInteraction().then(lateContact.prefetch), [])
  return (
    <section id={sections.contact} tabIndex={-1} className="bg-paper-deep py-20 lg:py-28">
      <div className="page-width">
        <h2 className="text-[min(1.875rem,9vw)] lg:text-[2.375rem] xl:text-5xl">Talk to us before you dig</h2>
        <p className="mt-5 mb-10 max-w-prose text-lg text-concrete-700">
          For a free quote, tell us about your house and what you have in mind. You’ll hear from someone who’s stood in
          a trial pit.
        </p>
        <div className="grid gap-x-8 gap-y-14 lg:grid-cols-3">
          <div className="lg:col-span-2">
            <NoScriptNotice />
            <ContactForm />
          </div>
          <dl className="grid content-start gap-8 md:grid-cols-2 lg:grid-cols-1 lg:pt-1">
            <div>
              <dt className={term}>Telephone</dt>
              <dd className="mt-1">
                <a href={site.phone.href} className={`${link} tabular-figures`}>
                  {site.phone.display}
                </a>
                {late && site.whatsapp && (
                  <span className="print:hidden">
                    {' or '}
                    <late.WhatsAppLink className={link}>WhatsApp</late.WhatsAppLink>
                  </span>
                )}
              </dd>
              {who && <dd className="mt-1">{who}</dd>}
            </div>
            <div>
              <dt className={term}>Office hours</dt>
              {site.hours.map(({ days, time }) => (
                <dd key={days} className={row}>
                  {days} <span className="tabular-figures">{time}</span>
                </dd>
              ))}
              {/* The space prevents layout shift. */}
              <dd className={`${row} noscript:hidden print:hidden`}>{late ? <late.OpeningStatus /> : '\u00a0'}</dd>
            </div>
            <div>
              <dt className={term}>Email</dt>
              <dd className="mt-1">
                <a href={`mailto:${site.email}`} className={`${link} [overflow-wrap:anywhere]`}>
                  {site.email}
                </a>
              </dd>
            </div>
            {next && (
              <div>
                <dt className={term}>What happens next</dt>
                <dd className="mt-1">{next}</dd>
              </div>
            )}
            <div>
              <dt className={term}>Where we work</dt>
              <dd className="mt-1">{site.area}</dd>
            </div>
          </dl>
        </div>
      </div>
    </section>
  )
}
