import { buttonClass } from '@/components/ui/button'
import { sections } from '@/paths'
import { SectionLink } from './section-link'
import { StreetElevation } from './street-elevation'

export function CallToAction() {
  return (
    <section aria-labelledby="call-to-action" className="overflow-hidden border-t border-concrete-200 bg-paper-deep">
      <div className="page-width grid gap-x-16 lg:grid-cols-[1fr_1.1fr]">
        <div className="py-16 lg:py-24">
          <h2 id="call-to-action" className="max-w-xl text-[min(1.875rem,9vw)] lg:text-[2.375rem] xl:text-5xl">
            Ready to Start Your Project?
          </h2>
          <p className="mt-5 max-w-md text-lg text-concrete-700">
            Tell us about your house and what you’d like beneath it. We’ll come back with what’s involved.
          </p>
          <SectionLink
            section={sections.contact}
            className={buttonClass({ variant: 'green', size: 'lg', className: 'mt-8' })}
          >
            Get in Touch
          </SectionLink>
        </div>
        <StreetElevation plot="ours" />
      </div>
    </section>
  )
}
