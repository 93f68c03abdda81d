import { Link } from 'react-router-dom'
import { QuoteLink } from '@/components/layout/quote-link'
import { Strata } from '@/components/layout/strata'
import { Picture } from '@/components/picture'
import { buttonClass } from '@/components/ui/button'
import { heroPictures } from '@/content/pictures/hero'
import { paths } from '@/paths'

const [picture] = heroPictures

/** The opening of the home page: what the company does and where, beside a section through one of its basements. */
export function Hero() {
  return (
    <div className="relative isolate bg-[#e6e5e2] lg:flex lg:min-h-[min(calc(100svh-7rem),50rem)] lg:flex-col lg:justify-end">
      <div className="page-width flex grow items-center pt-12 pb-8 lg:py-20">
        <div className="max-w-[34rem] lg:max-w-[26rem] xl:max-w-[33rem]">
          <h1 className="text-[clamp(2.5rem,1.6rem+3.6vw,4.5rem)] leading-[1.02]">
            We build the floor beneath your London house
          </h1>
          <p className="mt-6 max-w-[28rem] text-lg lg:text-xl">
            Basement conversions, underpinning and groundworks, from the first trial pit to a dry, finished shell.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <QuoteLink variant="green" size="lg" />
            <Link to={paths.projects.href} className={buttonClass({ variant: 'outline', size: 'lg' })}>
              See our projects
            </Link>
          </div>
        </div>
      </div>
      {picture && (
        <div className="lg:absolute lg:inset-0 lg:-z-10">
          <Picture
            picture={picture}
            sizes="100vw"
            priority
            className="aspect-[4/3] w-full object-cover object-[88%_50%] sm:aspect-video lg:h-full"
          />
        </div>
      )}
      <Strata className="relative block h-10 w-full md:h-14" />
    </div>
  )
}
