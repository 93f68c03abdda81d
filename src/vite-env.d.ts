/// <reference types="vite/client" />

interface Window {
  /** Repeats the queued clicks. `failed`: the page stays as it is without JavaScript. Defined in index.html. */
  replayEvents: (hydrated: 'true' | 'failed') => void
  /** In Chromium alone. */
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
}

interface FileSystemHandle {
  /** In Chromium alone. */
  remove?: () => Promise<void>
}

declare const __BUSINESS_CARD_QR__: import('./lib/qr-code').QrPath

// The modules of `src/prerender/snapshot.ts`, which hold what visitors may see while the site is built.

/** The number of the last change that the build knows, and of the last one of what `site()` returns; null without a backend. */
declare module 'virtual:site' {
  export const changed: number | null
  export const contents: number | null
}

declare module 'virtual:published-media' {
  const published: import('@contract/publication').Publication
  export default published
}

/** The ids of all projects in order; own ones with the hash in the name of their file. */
declare module 'virtual:projects' {
  const projects: ReadonlyMap<string, string | null>
  export default projects
  /** Own ones beside a built-in one, whose page knows the cards of built-in ones alone. */
  export const besideBuiltIn: readonly import('@/domain/project').AdjacentProject[]
}

/** Their cards; `file`: the hash in the name of the later cards' file. */
declare module 'virtual:project-cards' {
  export const first: readonly import('@/domain/project').ProjectCard[]
  export const later: { id: string; count: number; file: string } | undefined
}

/** The contents of both kinds of file while pages are rendered; empty in browsers. */
declare module 'virtual:built-files' {
  const files: Readonly<Record<string, unknown>>
  export default files
}

/** How the names of the stored pictures begin of which the build has copies for first views. */
declare module 'virtual:mirrored-media' {
  export const copied: readonly string[]
}

declare module 'virtual:latest-projects' {
  const latest: readonly import('@/published/latest-projects').LatestProject[]
  export default latest
}

declare module 'virtual:approved-reviews' {
  import type { ApprovedReview, ReviewSummary } from '@/domain/review'

  const approved: { reviews: ApprovedReview[]; summary: ReviewSummary } | null
  export default approved
}

/** The review for the home page, and the score of all; null without any. */
declare module 'virtual:featured-review' {
  export const summary: import('@/domain/review').ReviewSummary | null
  const review: import('@/domain/review').FeaturedReview
  export default review
}
