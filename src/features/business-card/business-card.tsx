import { Logo } from '@/components/layout/logo'
import { Strata } from '@/components/layout/strata'
import { site } from '@/content/site'

const link = 'underline decoration-1 underline-offset-4 hover:decoration-2'
const website = new URL(site.url).host

/** The founder's business card, in the proportions of a printed one (85 x 55 mm). */
export function BusinessCard() {
  return (
    <article
      aria-label={`Business card of ${site.founder.name}`}
      className="flex aspect-[85/55] w-full max-w-[34rem] flex-col justify-between overflow-hidden rounded-card border border-concrete-300 bg-white shadow-float"
    >
      <div className="px-[6%] pt-[6%]">
        <Logo variant="default" label={site.name} />
      </div>
      <div className="grid gap-x-6 gap-y-3 px-[6%] sm:grid-cols-[1fr_auto] sm:items-end">
        <div>
          <p className="font-display text-xl font-bold sm:text-2xl">{site.founder.name}</p>
          <p className="text-concrete-700">{site.founder.title}</p>
        </div>
        <address className="text-sm leading-relaxed not-italic sm:text-right">
          <a href={`mailto:${site.email}`} className={link}>
            {site.email}
          </a>
          <br />
          <a href={site.phone.href} className={`${link} tabular-nums`}>
            {site.phone.display}
          </a>
          <br />
          <a href={site.url} className={link}>
            {website}
          </a>
        </address>
      </div>
      <Strata className="block h-[14%] w-full" />
    </article>
  )
}
