import type { Publication } from '@contract/publication'
import { QuoteLink } from '@/components/layout/quote-link'
import { Strata } from '@/components/layout/strata'
import { Link } from '@/components/link'
import { buttonClass } from '@/components/ui/button'
import { paths } from '@/paths'
import { HeroSlideshow } from './hero-slideshow'

export function Hero({ publication }: { publication: Publication }) {
  return (
    <div className="hero relative isolate flex flex-col md:min-h-[30rem] lg:min-h-[min(calc(100svh-8rem),50rem)]">
      <div className="page-width pointer-events-none relative z-10 flex grow items-center pt-12 pb-6 md:py-12">
        <div className="pointer-events-auto md:w-[42%] 2xl:w-[46%]">
          {/* With large fonts, the longest word would be too wide. */}
          <h1
            tabIndex={-1}
            className="text-[min(2.625rem,11.4vw)] leading-[1.04] md:text-[min(2.5rem,8vw)] lg:text-[min(3rem,8vw)] xl:text-[min(3.75rem,8vw)] 2xl:text-[min(4.5rem,8vw)]"
          >
            {/* Keeps phrases together, because browsers balance lines differently. */}
            We build <span className="inline-block">the floor</span> beneath your{' '}
            <span className="inline-block">London house</span>
          </h1>
          <p className="mt-5 max-w-[28rem] text-lg xl:text-xl">
            Basement conversions, underpinning and groundworks, from the first trial pit to dry, finished rooms.
          </p>
          <div className="mt-8 flex flex-wrap gap-3 max-sm:flex-col">
            <QuoteLink variant="green" size="lg" />
            <Link to={paths.projects.href} className={buttonClass({ variant: 'outline', size: 'lg' })}>
              See our projects
            </Link>
          </div>
        </div>
      </div>
      <HeroSlideshow publication={publication} />
      <Strata className="relative block h-10 w-full md:h-14" />
    </div>
  )
}
