import { useRequestedSection } from '@/components/layout/section-link'
import type { PageHandle } from '@/components/layout/seo'
import { site } from '@/content/site'
import { Hero } from '@/features/hero/hero'
import { LatestProjects } from '@/features/latest-projects/latest-projects'
import { usePublishedMedia } from '@/features/published-media/use-published-media'
import { paths, sections } from '@/paths'
import { ContactSection } from './contact-section'
import { DepthGauge } from './depth-gauge'
import { ServicesSection } from './services-section'
import { TestimonialSection } from './testimonial-section'
import { WhyChooseUsSection } from './why-choose-us-section'

export const handle: PageHandle = {
  meta: { title: site.tagline, description: site.description, path: paths.home.href },
}

export function Component() {
  useRequestedSection()
  const published = usePublishedMedia()
  return (
    <>
      <DepthGauge />
      <Hero published={published.hero} />
      <ServicesSection />
      <section id={sections.projects} tabIndex={-1} className="bg-paper-deep py-20 lg:py-28">
        <div className="page-width">
          <LatestProjects published={published.latest} />
        </div>
      </section>
      <WhyChooseUsSection />
      <TestimonialSection />
      <ContactSection />
    </>
  )
}
