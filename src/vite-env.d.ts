/// <reference types="vite/client" />

interface Window {
  /** Repeats the queued clicks. `failed`: the page stays as without JavaScript for now. Defined in index.html. */
  replayEvents: (hydrated: 'true' | 'failed') => void
}

/** The QR code of the business card's URL, drawn by vite.config.ts. */
declare const __BUSINESS_CARD_QR__: import('./prerender/drawings').QrDrawing

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

/** All projects in order while the site is built, an own one with the hash of its file's name (`src/prerender/snapshot.ts`). */
declare module 'virtual:projects' {
  const projects: ReadonlyMap<string, string | null>
  export default projects
}

/** Their cards; `file`: the hash of the name of a later part's file (`src/prerender/snapshot.ts`). */
declare module 'virtual:project-cards' {
  export const first: readonly import('@/domain/project').ProjectCard[]
  export const later: readonly { id: string; count: number; file: string }[]
}

/** What is in the files of both, by their names, while pages are rendered; empty in browsers (`src/prerender/snapshot.ts`). */
declare module 'virtual:built-files' {
  const files: Readonly<Record<string, unknown>>
  export default files
}

/** Of each stored picture that the build has copies of, for what every page may show, how its name begins (`src/prerender/snapshot.ts`). */
declare module 'virtual:own-media' {
  export const copied: readonly string[]
}

/** The first of the portfolio, as of the build (`src/prerender/snapshot.ts`). */
declare module 'virtual:latest-projects' {
  const latest: readonly import('@/published/latest-projects').LatestProject[]
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
