import type { ModeratedReview, ModerationCounts, ReviewStatus } from '@/domain/moderation'

/** A page of reviews: `page` counts from 1. */
export type ReviewQuery = { status: ReviewStatus; search: string; page: number }

/** Where reviews are moderated: the database, or the simulation for a demo. Everything throws `AppError`. */
export type ReviewStore = {
  readonly name: 'database' | 'simulation'
  counts: (search: string) => Promise<ModerationCounts>
  page: (query: ReviewQuery) => Promise<readonly ModeratedReview[]>
  /** Moves the reviews that still have the status `from`; returns their ids, which may be fewer than asked for. */
  setStatus: (ids: readonly string[], from: ReviewStatus, to: 'approved' | 'rejected') => Promise<string[]>
  /** Deletes for ever what is among the deleted reviews; returns the ids that were there. */
  remove: (ids: readonly string[]) => Promise<string[]>
}
