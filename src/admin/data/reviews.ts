import type { ApprovalMail } from '@contract/approval-mail'
import type { ReviewStatus } from '@contract/review'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { ask, askCount, askTable } from '@/admin/backend/ask'
import { supabase } from '@/admin/backend/client'
import { askForBuild } from '@/admin/backend/rebuild'
import type { ApprovalLink, ReviewToApprove } from '@/domain/moderation'
import {
  MODERATION_PAGE_SIZE,
  type ModeratedReview,
  type ModerationCounts,
  moderatedReviewSchema,
  moderationCountsSchema,
  reviewToApproveSchema,
} from '@/domain/moderation'
import { cursorParams, type PageEnd } from '@/lib/cursor'
import { AppError, isAppError } from '@/lib/errors'
import { countNewer, usePolling } from './waiting'

/** The page of reviews that follows one; the first without `end`. */
export type ReviewQuery = { status: ReviewStatus; search: string; end?: PageEnd | undefined }

/** Where reviews are moderated: the database, or a simulation for demos. Every method throws `AppError`. */
export type ReviewStore = {
  readonly name: 'database' | 'simulation'
  counts: (search: string) => Promise<ModerationCounts>
  /** One more than fits on the page, when there are more. */
  page: (query: ReviewQuery) => Promise<readonly ModeratedReview[]>
  /** Changes the reviews that still have the status `from`; returns their ids, which may be fewer than requested. */
  setStatus: (ids: readonly string[], from: ReviewStatus, to: ReviewStatus) => Promise<string[]>
  /** Permanently deletes those that are rejected; returns their ids. */
  remove: (ids: readonly string[]) => Promise<string[]>
  thank: (id: string, mail: ApprovalMail) => Promise<void>
  /** Approved reviews whose thanks could not be sent, the latest first; at most 50. */
  failedThanks: () => Promise<readonly ModeratedReview[]>
}

const REVIEW_COLUMNS =
  'id,name,location,title,text,rating,source,email,verified,created_at,moderated_at,thanked_at,thanks_failed_at'

const idsSchema = v.array(v.string())

/** The reviews in the database. Reviews that another administrator has moderated in the meantime are left alone. */
export const databaseReviews: ReviewStore = {
  name: 'database',
  counts: (search) => ask('moderation_counts', { p_search: search }, moderationCountsSchema),
  page({ status, search, end }) {
    const call = { p_status: status, p_search: search, p_limit: MODERATION_PAGE_SIZE + 1, ...cursorParams(end) }
    return ask('moderation_page', call, v.array(moderatedReviewSchema))
  },
  async setStatus(ids, from, to) {
    const change = { p_ids: [...ids], p_from: from, p_to: to }
    const changed = await ask('moderate_reviews', change, idsSchema)
    if ([from, to].includes('approved')) void askForBuild()
    return changed
  },
  remove: (ids) => ask('delete_reviews', { p_ids: [...ids] }, idsSchema),
  async thank(id, mail) {
    await ask('send-email', { approvedReviewId: id, ...mail }, v.unknown()).catch((cause: unknown) => {
      throw isAppError(cause, 'conflict') ? new AppError('under-way', { cause }) : cause
    })
  },
  failedThanks() {
    const failed = supabase
      .from('reviews')
      .select(REVIEW_COLUMNS)
      .eq('status', 'approved')
      .not('thanks_failed_at', 'is', null)
      .order('thanks_failed_at', { ascending: false })
      .limit(MODERATION_PAGE_SIZE)
    return askTable(failed, v.array(moderatedReviewSchema))
  },
}

/** The testimonial of an approval link; `null` when none has both this id and this hash. */
export const findByLink = async ({ id, hash }: ApprovalLink): Promise<ReviewToApprove | null> => {
  const found = supabase.from('reviews').select(`${REVIEW_COLUMNS},status`).eq('id', id).eq('approval_hash', hash)
  const [review] = await askTable(found.retry(false), v.array(reviewToApproveSchema))
  if (review) return review
  // Non-administrators see an empty table, which does not mean that the link is dead.
  const isAdmin = await ask('is_admin', {}, v.boolean())
  if (!isAdmin) throw new AppError('not-allowed')
  return null
}

/** Query keys of everything about reviews; invalidate by `all`. */
export const reviewKeys = {
  all: ['reviews'] as const,
  moderation: ['reviews', 'moderation'] as const,
  counts: (store: ReviewStore, search: string) => [...reviewKeys.all, store.name, 'counts', search] as const,
  page: (store: ReviewStore, { status, search, end }: ReviewQuery) =>
    [...reviewKeys.all, store.name, 'page', status, search, end?.id] as const,
  failedThanks: (store: ReviewStore) => [...reviewKeys.all, store.name, 'failed thanks'] as const,
  link: (id: string, hash: string) => [...reviewKeys.all, 'link', id, hash] as const,
}

/** How many reviews of each status match; counted again as often as what waits, so that both say the same. */
export const useReviewCounts = (store: ReviewStore, search: string) => {
  const { enabled, ...polling } = usePolling()
  return useQuery({
    ...polling,
    enabled: enabled || store.name === 'simulation',
    queryKey: reviewKeys.counts(store, search),
    queryFn: () => store.counts(search),
    staleTime: 0,
    placeholderData: (before) => before,
  })
}

/** One page of reviews; the previous page of the same tab stays while the next one loads. */
export const useReviewPage = (store: ReviewStore, query: ReviewQuery) =>
  useQuery({
    queryKey: reviewKeys.page(store, query),
    queryFn: () => store.page(query),
    staleTime: 0,
    // Nothing moves while someone who comes back reads it: `NewRows` offers what is new.
    refetchOnWindowFocus: false,
    placeholderData: (before, previous) =>
      previous?.queryKey[1] === store.name && previous.queryKey[3] === query.status ? before : undefined,
  })

/** The published reviews whose thanks could not be sent. */
export const useFailedThanks = (store: ReviewStore) =>
  useQuery({
    queryKey: reviewKeys.failedThanks(store),
    queryFn: store.failedThanks,
    staleTime: 0,
    // It stands above the cards, and would push them away.
    refetchOnWindowFocus: false,
  })

/** How many reviews that wait were submitted after a time. */
export const newerReviewsQuery = (since: string) =>
  countNewer(['reviews', since], () => {
    const pending = supabase.from('reviews').select('id', { count: 'exact', head: true }).eq('status', 'pending')
    return askCount(pending.gt('created_at', since))
  })
