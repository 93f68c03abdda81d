import builtReview from 'virtual:featured-review'
import published from 'virtual:published-media'
import type { Publication } from '@contract/publication'
import { useLoaderData } from 'react-router-dom'
import { useRequestedSection } from '@/components/layout/section-link'
import type { PageHandle } from '@/components/layout/seo'
import { site } from '@/content/site'
import type { FeaturedReview } from '@/domain/review'
import { Hero } from '@/features/hero/hero'
import { LatestProjects } from '@/features/latest-projects/latest-projects'
import { paths, sections } from '@/paths'
import { type LatestProject, latestProjects } from '@/published/latest-projects'
import { newestSite } from '@/published/newest'
import { Assurances } from './assurances'
import { ContactSection } from './contact-section'
import { DepthGauge } from './depth-gauge'
import { ServicesSection } from './services-section'
import { TestimonialSection } from './testimonial-section'
import { WhyChooseUsSection } from './why-choose-us-section'

type Shown = { publication: Publication; latest: readonly LatestProject[]; review: FeaturedReview }

export const loader = (): Shown =>
  newestSite() ?? { publication: published, latest: latestProjects, review: builtReview }

export const handle: PageHandle = {
  isPublished: true,
  meta: { title: site.tagline, description: site.description, path: paths.home.href },
}

export function Component() {
  useRequestedSection()
  const shown = useLoaderData<Shown>()
  return (
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
  )
}
