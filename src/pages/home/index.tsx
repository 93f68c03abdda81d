import builtReview from 'virtual:featured-review'
import published from 'virtual:published-media'
import type { Publication } from '@contract/publication'
import { memo } from 'react'
import { useLoaderData } from 'react-router-dom'
import { useRequestedSection } from '@/components/layout/section-link'
import type { PageHandle } from '@/components/layout/seo'
import { useIsHydrated } from '@/components/lightbox/use-open-image'
import { site } from '@/content/site'
import type { FeaturedReview } from '@/domain/review'
import { Hero } from '@/features/hero/hero'
import { LatestProjects } from '@/features/latest-projects/latest-projects'
import { paths, sections } from '@/paths'
import { type LatestProject, latestProjects } from '@/published/latest-projects'
import { freshSite } from '@/published/revalidate'
import { Assurances } from './assurances'
import { ContactSection } from './contact-section'
import { ServicesSection } from './services-section'
import { TestimonialSection } from './testimonial-section'
import { WhyChooseUsSection } from './why-choose-us-section'

function DepthGauge() {
  // Few screens are wide enough, so keep it out of the HTML.
  if (!useIsHydrated()) return null
  return (
    <div
      aria-hidden
      className="depth-gauge pointer-events-none fixed top-[22vh] left-6 z-20 h-[60vh] text-concrete-600"
    >
      <div className="absolute inset-y-0 left-0 w-3 border-l border-concrete-500 bg-[repeating-linear-gradient(to_bottom,var(--tw-gradient-from)_0_1px,transparent_1px_10vh)] from-concrete-400" />
      <div className="depth-gauge-marker relative -mt-2.5 flex items-center gap-2 font-display text-xs font-semibold tabular-figures before:h-0.5 before:w-5 before:bg-green-dark" />
    </div>
  )
}

type Shown = { publication: Publication; latest: readonly LatestProject[]; review: FeaturedReview }

export const loader = (): Shown =>
  freshSite() ?? { publication: published, latest: latestProjects, review: builtReview }

export const handle: PageHandle = {
  isPublished: true,
  meta: { title: site.tagline, description: site.description, path: paths.home.href },
}

export function Component() {
  useRequestedSection()
  return <Sections shown={useLoaderData<Shown>()} />
}

// Each step of a navigation renders the route.
const Sections = memo(({ shown }: { shown: Shown }) => (
  <>
    <DepthGauge />
    <Hero publication={shown.publication} />
    <Assurances />
    <ServicesSection />
    <section id={sections.projects} tabIndex={-1} className="bg-paper-deep py-20 lg:py-28">
      <div className="page-width">
        <LatestProjects newest={shown} />
      </div>
    </section>
    <WhyChooseUsSection />
    <TestimonialSection review={shown.review} />
    <ContactSection />
  </>
))
