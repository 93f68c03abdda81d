import { summary } from 'virtual:featured-review'
import { RATING_MAX } from '@contract/limits'
import type { ReactNode } from 'react'
import { Link } from '@/components/link'
import { prices } from '@/content/prices'
import { site } from '@/content/site'
import { formatInteger } from '@/lib/format-integer'
import { paths } from '@/paths'
import { getDefaultEstimate, PRICE_GUIDE } from './price-guide'

type AssuranceProps = { name: string; sample?: boolean; text: string; children?: ReactNode }

function Assurance({ name, sample = false, text, children }: AssuranceProps) {
  return (
    <li>
      <p className="flex items-center gap-3 font-display text-xl font-bold">
        {name}
        {sample && <small className="rounded-full border px-3 text-xs">Sample</small>}
      </p>
      <p className="mt-2 text-concrete-700">
        {text} {children}
      </p>
    </li>
  )
}

const link = 'font-semibold underline decoration-1 underline-offset-4'

const guide = prices && getDefaultEstimate(prices)
const isEmpty = !guide && !summary && site.assurances.length + site.accreditations.length === 0
const focusGuide = () => document.getElementById(PRICE_GUIDE)?.focus({ preventScroll: true })

export function Assurances() {
  if (isEmpty) return null
  return (
    <ul aria-label="At a glance" className="page-width grid gap-8 pt-12 sm:grid-cols-2 xl:grid-cols-4">
      {guide && (
        <Assurance
          name={guide.cost}
          text={`Guide price for a new ${guide.area} m² basement under a terraced house, including VAT. ${guide.time}.`}
        >
          <Link to={`#${PRICE_GUIDE}`} viewTransition={false} className={link} onClick={focusGuide}>
            What would yours cost?
          </Link>
        </Assurance>
      )}
      {summary?.average != null && (
        <Assurance
          name={`${summary.average.toFixed(1)} out of ${RATING_MAX}`}
          text={`From ${summary.count === 1 ? '1 review' : `${formatInteger(summary.count)} reviews`}, each read before it’s published.`}
        >
          <Link to={paths.testimonials.href} className={link}>
            How we check reviews
          </Link>
        </Assurance>
      )}
      {site.assurances.map(({ name, text, terms, sample }) => (
        <Assurance key={name} name={name} sample={sample ?? false} text={text}>
          <Link to={`${paths.terms.href}#${terms.section}`} className={link}>
            {terms.name}
          </Link>
        </Assurance>
      ))}
      {site.accreditations.map((body) => (
        <Assurance key={body.name} {...body} />
      ))}
    </ul>
  )
}
