/// <reference types="vite/client" />

interface Window {
  /** Repeats the queued clicks. `failed`: the page stays as without JavaScript for now. Defined in index.html. */
  replayEvents: (hydrated: 'true' | 'failed') => void
}

/** The QR code of the business card's URL, drawn by vite.config.ts. */
declare const __BUSINESS_CARD_QR__: import('./prerender/drawings').QrCode

/**
 * How often what visitors see had changed when the site was built, and the last of these changes of what `site()` returns;
 * null without a backend (`src/prerender/snapshot.ts`).
 */
declare module 'virtual:site' {
  export const changed: number | null
  export const contents: number | null
}

/** What is published while the site is built (`src/prerender/snapshot.ts`). */
declare module 'virtual:published-media' {
  const published: import('@contract/publication').Publication
  export default published
}

/** The portfolio while the site is built (`src/prerender/snapshot.ts`). */
declare module 'virtual:portfolio' {
  const portfolio: import('@/domain/project').Portfolio
  export default portfolio
}

/** Which projects there are while the site is built, and what an own one's page shows (`src/prerender/snapshot.ts`). */
declare module 'virtual:own-projects' {
  import type { Project, ProjectCard } from '@/domain/project'

  export const hidden: readonly string[]
  export const own: ReadonlyMap<
    string,
    Pick<ProjectCard, 'publishedAt'> & { load: () => Promise<{ default: Project }> }
  >
}

/** Of each stored picture that the build has copies of, for what every page may show, how its name begins (`src/prerender/snapshot.ts`). */
declare module 'virtual:own-media' {
  export const copied: readonly string[]
}

/** The first of the portfolio, as of the build (`src/prerender/snapshot.ts`). */
declare module 'virtual:latest-projects' {
  const latest: readonly import('@/content/projects/latest').LatestProject[]
  export default latest
}

/** The first approved reviews while the site is built (`src/prerender/snapshot.ts`). */
declare module 'virtual:approved-reviews' {
  import type { ApprovedReview, ReviewSummary } from '@/domain/review'

  const approved: { reviews: ApprovedReview[]; summary: ReviewSummary } | null
  export default approved
}

/** The home page's review while the site is built, else a sample (`src/prerender/snapshot.ts`). */
declare module 'virtual:featured-review' {
  const review: import('@/domain/review').FeaturedReview
  export default review
}
