import { Unbroken } from '@/components/unbroken'
import { prices } from '@/content/prices'
import { services } from '@/content/services'
import { sections } from '@/paths'
import { PriceGuide } from './price-guide'

const swatches = ['bg-green', 'bg-topsoil', 'bg-made', 'bg-gravel', 'bg-clay', 'bg-concrete-400'] as const

export function ServicesSection() {
  return (
    <section id={sections.services} tabIndex={-1} className="py-20 lg:py-28">
      <div className="page-width grid gap-x-8 gap-y-10 lg:grid-cols-3">
        <div>
          <h2 className="text-[min(1.875rem,9vw)] lg:text-[2.375rem] xl:text-5xl">Services</h2>
          <p className="mt-5 max-w-sm text-lg text-concrete-700">
            Everything below the ground floor, by one team and in the right order.
          </p>
        </div>
        <ol className="grid gap-x-8 md:grid-cols-2 lg:col-span-2">
          {services.map(({ name, text }, index) => (
            <li key={name} className="flex gap-5 border-t border-concrete-300 py-7">
              <span aria-hidden className={`mt-1.5 h-12 w-1.5 shrink-0 rounded-full ${swatches[index] ?? ''}`} />
              <div>
                <h3 className="text-xl">
                  <span className="mr-2 text-concrete-600 tabular-figures">{index + 1}</span>
                  <Unbroken text={name} />
                </h3>
                <p className="mt-2 text-concrete-700">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        {prices && <PriceGuide prices={prices} />}
      </div>
    </section>
  )
}
