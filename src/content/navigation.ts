import { paths, type SectionId, sections } from '@/paths'

type NavigationItem = { label: string } & ({ section: SectionId } | { to: string })

/** The links of the navigation bar, the mobile menu and the footer, in order (contract, point 2). */
export const navigation: readonly NavigationItem[] = [
  { label: 'Home', to: paths.home.href },
  { label: 'Services', section: sections.services },
  { label: 'Projects', section: sections.projects },
  { label: 'Testimonials', to: paths.testimonials.href },
  { label: 'About', section: sections.about },
  { label: 'Contact', section: sections.contact },
]
