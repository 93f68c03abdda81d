import { RESET_PAGE } from './lib/emailed-link.ts'

export const paths = {
  home: { pattern: '/', href: '/' },
  projects: { pattern: '/projects', href: '/projects' },
  project: {
    pattern: '/project/:projectId',
    href: (projectId: string) => `/project/${encodeURIComponent(projectId)}`,
  },
  testimonials: { pattern: '/testimonials', href: '/testimonials' },
  businessCard: { pattern: '/business-card', href: '/business-card' },
  terms: { pattern: '/terms-and-conditions', href: '/terms-and-conditions' },
  privacy: { pattern: '/privacy-policy', href: '/privacy-policy' },
  maintenance: { pattern: '/maintenance', href: '/maintenance' },
  admin: { pattern: '/admin', href: '/admin' },
  adminLogin: { pattern: '/admin/login', href: '/admin/login' },
  adminDashboard: { pattern: '/admin/dashboard', href: '/admin/dashboard' },
  adminUserManager: { pattern: '/admin/user-manager', href: '/admin/user-manager' },
  adminResetPassword: { pattern: RESET_PAGE, href: RESET_PAGE },
  adminApproveTestimonial: { pattern: '/admin/approve-testimonial', href: '/admin/approve-testimonial' },
} as const

/** Ids of the home page's sections (contract). */
export const sections = {
  services: 'services',
  projects: 'projects',
  about: 'why-choose-us',
  contact: 'contact-section',
} as const
export type SectionId = (typeof sections)[keyof typeof sections]

export const sectionHref = (id: SectionId): string => `${paths.home.href}#${id}`

/** Delay before the home page scrolls to a section (contract, point 9). */
export const SECTION_SCROLL_DELAY_MS = 100

type NavigationItem = { label: string } & ({ section: SectionId } | { to: string })

/** Shared by the navigation bar, mobile menu and footer (contract, point 2). */
export const navigation: readonly NavigationItem[] = [
  { label: 'Home', to: paths.home.href },
  { label: 'Services', section: sections.services },
  { label: 'Projects', section: sections.projects },
  { label: 'Testimonials', to: paths.testimonials.href },
  { label: 'About', section: sections.about },
  { label: 'Contact', section: sections.contact },
]
