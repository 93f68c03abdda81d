import { SectionLink } from '@/components/layout/section-link'
import { Picture } from '@/components/picture'
import { buttonClass } from '@/components/ui/button'
import { isModelView } from '@/domain/image-file'
import type { Project } from '@/domain/project'
import { sections } from '@/paths'
import { BeforeAndAfter } from './before-and-after'

const cell = 'border-t border-ink/25 px-5 py-4 lg:px-6'
const term = 'text-sm text-concrete-600'
const value = 'font-display text-xl font-semibold leading-snug'
const SIZES = '(min-width: 82rem) 51rem, (min-width: 64rem) 62vw, min(92vw, 100vw - 2.5rem)'

function Facts({ facts = {}, areFactsSamples }: Project) {
  const { depth, area, weeks, ground, walls } = facts
  const all = { Depth: depth, Area: area, 'Time on site': weeks, Ground: ground, 'Party walls': walls }
  const known = Object.entries(all).filter(([, fact]) => fact)
  if (known.length === 0) return null
  return (
    <section aria-label="Project facts" className="bg-white lg:order-last lg:col-span-2">
      <dl className="-ml-px flex flex-wrap">
        {known.map(([name, fact]) => (
          <div key={name} className={`${cell} grow basis-[max(8.5rem,33%)] border-l lg:basis-0`}>
            <dt className={term}>{name}</dt>
            <dd className="font-display text-lg font-semibold leading-snug">{fact}</dd>
          </div>
        ))}
      </dl>
      {areFactsSamples && (
        <p className="border-t border-ink/25 px-5 py-3 text-sm text-concrete-600 lg:px-6">
          Sample data: these facts are invented for illustration.
        </p>
      )}
    </section>
  )
}

export function DrawingSheet({ project }: { project: Project }) {
  const { after, first } = project
  const words = [first.description, after?.description].filter(Boolean).join(' ')
  return (
    <div className="grid overflow-hidden rounded-card border border-ink/25 lg:grid-cols-[2fr_1fr]">
      <figure className="flex flex-col">
        {after ? (
          // Resets the divider.
          <BeforeAndAfter key={project.id} before={first} after={after} sizes={SIZES} />
        ) : (
          <Picture image={first} sizes={SIZES} priority className="aspect-[4/3] w-full grow object-cover" />
        )}
        {(words || isModelView(first)) && (
          <figcaption className="border-t border-ink/25 px-5 py-3 text-sm text-concrete-700 lg:px-6">
            <span>{words}</span>{' '}
            {isModelView(first) && <span className="whitespace-nowrap text-concrete-600">Model view.</span>}
          </figcaption>
        )}
      </figure>
      <Facts {...project} />
      <section
        aria-label="Key facts"
        className="flex flex-col border-ink/25 bg-white lg:border-l print:border-t print:border-l-0 noscript:border-t noscript:border-l-0"
      >
        <dl className="grid grid-cols-2 lg:grid-cols-1">
          <div className={`${cell} lg:border-t-0`}>
            <dt className={term}>Location</dt>
            <dd className={value}>{project.location}</dd>
          </div>
          <div className={`${cell} max-lg:border-l`}>
            <dt className={term}>Completion Date</dt>
            <dd className={`${value} tabular-figures`}>{project.completionDate}</dd>
          </div>
        </dl>
        {project.services.length > 0 ? (
          <div className={`${cell} grow`}>
            <h2 className={`${term} font-sans leading-normal font-normal tracking-normal`}>Services Provided</h2>
            <ol className="mt-1.5 gap-x-8 md:max-lg:columns-2">
              {project.services.map((service, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: texts may repeat, and never move.
                <li key={index} className="flex break-inside-avoid gap-3 py-1">
                  <span aria-hidden className="w-4 shrink-0 text-concrete-600 tabular-figures">
                    {index + 1}
                  </span>
                  {service}
                </li>
              ))}
            </ol>
          </div>
        ) : (
          <div className="grow" />
        )}
        <div className={cell}>
          <SectionLink section={sections.contact} className={buttonClass({ variant: 'green', className: 'w-full' })}>
            Request Similar Project
          </SectionLink>
        </div>
      </section>
    </div>
  )
}
