/// <reference types="vite/client" />

interface Window {
  /** Replays queued clicks. `failed` keeps the page without JavaScript. Defined in index.html. */
  replayEvents: (hydrated: 'true' | 'failed') => void
  /** Chromium only. */
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
}

interface FileSystemHandle {
  /** Chromium only. */
  remove?: () => Promise<void>
}

declare const __BUSINESS_CARD_QR__: import('./lib/qr-code').QrPath

// Modules of `src/prerender/snapshot.ts`: what is public at build time.

/**
 * `changed`: number of the last change in the build. `contents`: the same for what `site()` returns. Null if built without
 * a backend.
 */
declare module 'virtual:site' {
  export const changed: number | null
  export const contents: number | null
}

declare module 'virtual:published-media' {
  const published: import('@contract/publication').Publication
  export default published
}

/** Project ids in order, with the file hashes of custom projects. */
declare module 'virtual:projects' {
  const projects: ReadonlyMap<string, string | null>
  export default projects
  /** Custom neighbours of bundled projects, whose pages only know bundled cards. */
  export const besideBuiltIn: readonly import('@/domain/project').AdjacentProject[]
}

/** `file`: hash in the later cards' file name. */
declare module 'virtual:project-cards' {
  export const first: readonly import('@/domain/project').ProjectCard[]
  export const later: { id: string; count: number; file: string } | undefined
}

/** Contents of built files during prerendering; empty in browsers. */
declare module 'virtual:built-files' {
  const files: Readonly<Record<string, unknown>>
  export default files
}

/** Name prefixes of the mirrored images in initial views. */
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

/** Home page review, and the summary of all (null without any). */
declare module 'virtual:featured-review' {
  export const summary: import('@/domain/review').ReviewSummary | null
  const review: import('@/domain/review').FeaturedReview
  export default review
}
