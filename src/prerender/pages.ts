import { projectCards } from '@/content/projects'
import { paths } from '@/paths'

/** Every address that search engines may list, and that is rendered at build time. */
export const publicPaths: readonly string[] = [
  paths.home.href,
  paths.projects.href,
  ...projectCards.map(({ id }) => paths.project.href(id)),
  paths.testimonials.href,
  paths.businessCard.href,
  paths.terms.href,
  paths.privacy.href,
]

/** Rendered at build time, but kept out of the sitemap. */
export const unlistedPaths: readonly string[] = [paths.maintenance.href]
