import { NoScriptNotice } from '@/components/ui/no-script-notice'
import { site } from '@/content/site'
import { ContactForm } from '@/features/enquiries/contact-form'
import { sections } from '@/paths'

const term = 'font-display text-sm font-semibold tracking-wide text-green-dark uppercase'
const link = 'font-semibold sm:text-lg underline decoration-1 underline-offset-4 hover:decoration-2'

export function ContactSection() {
  return (
    <section id={sections.contact} tabIndex={-1} className="bg-paper-deep py-20 lg:py-28">
      <div className="page-width grid gap-x-20 gap-y-14 lg:grid-cols-[3fr_2fr]">
        <div>
          <h2 className="text-[min(1.875rem,9vw)] lg:text-[2.375rem] xl:text-5xl">Talk to us before you dig</h2>
          <p className="mt-5 mb-10 max-w-prose text-lg text-concrete-700">
            For a free quote, tell us about the house and what you have in mind. You will hear from somebody who has
            stood in a trial pit.
          </p>
          <NoScriptNotice />
          <ContactForm />
        </div>
        <dl className="grid content-start gap-7 lg:pt-24">
          <div>
            <dt className={term}>Telephone</dt>
            <dd className="mt-1">
              <a href={site.phone.href} className={`${link} tabular-nums`}>
                {site.phone.display}
              </a>
            </dd>
          </div>
          <div>
            <dt className={term}>Email</dt>
            <dd className="mt-1">
              <a href={`mailto:${site.email}`} className={`${link} [overflow-wrap:anywhere]`}>
                {site.email}
              </a>
            </dd>
          </div>
          <div>
            <dt className={term}>Office hours</dt>
            {site.hours.map(({ days, time }) => (
              <dd key={days} className="mt-1 flex max-w-64 justify-between gap-4">
                {days} <span className="tabular-nums">{time}</span>
              </dd>
            ))}
          </div>
          <div>
            <dt className={term}>Where we work</dt>
            <dd className="mt-1 text-pretty">{site.area}</dd>
          </div>
        </dl>
      </div>
    </section>
  )
}
