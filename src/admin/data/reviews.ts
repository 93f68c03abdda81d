import type { ApprovalMail } from '@contract/approval-mail'
import type { ReviewStatus } from '@contract/review'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import * as v from 'valibot'
import { callFunction, countRows, runQuery, toColumnList } from '@/admin/backend/api'
import { supabase } from '@/admin/backend/client'
import { requestRebuild } from '@/admin/backend/rebuild'
import {
  type ApprovalLink,
  MODERATION_PAGE_SIZE,
  type ModeratedReview,
  type ModerationCounts,
  moderatedReviewSchema,
  moderationCountsSchema,
  type Rejection,
  type ReviewToApprove,
  reviewToApproveSchema,
} from '@/domain/moderation'
import { type Cursor, cursorParams } from '@/lib/cursor'
import { AppError, isAppError } from '@/lib/errors'
import { paths } from '@/paths'
import { adminDemo } from '@/storage/admin-keys'
import { useAttentionCounts, usePollingOptions } from './attention'

export type ReviewQuery = { status: ReviewStatus; search: string; end?: Cursor | undefined }

/** Moderation backend, real or simulated. All methods throw `AppError`. */
export type ReviewStore = {
  readonly name: 'database' | 'simulation'
  counts: (search: string) => Promise<ModerationCounts>
  /** Returns one page, plus one row if more follow. */
  page: (query: ReviewQuery) => Promise<readonly ModeratedReview[]>
  /** Changes the reviews whose status is still `from`. Returns their ids. */
  setStatus: (ids: readonly string[], from: ReviewStatus, to: ReviewStatus, rejection?: Rejection) => Promise<string[]>
  /** Permanently deletes the rejected ones. Returns their ids. */
  remove: (ids: readonly string[]) => Promise<string[]>
  sendThankYou: (id: string, mail: ApprovalMail) => Promise<void>
  /** Approved reviews whose thank-you email failed, newest failure first, at most 50. */
  failedThankYous: () => Promise<readonly ModeratedReview[]>
}

/** Returns a link to the reviews in the database, even in demo mode. */
export const reviewsHref = (parameters: Record<string, string> = {}): string => {
  const demo = adminDemo.read().state === 'value' ? { demo: '0' } : {}
  const search = new URLSearchParams({ section: 'reviews', ...parameters, ...demo })
  return `${paths.adminDashboard.href}?${search}`
}

const idsSchema = v.array(v.string())

export const databaseReviews: ReviewStore = {
  name: 'database',
  counts: (search) => callFunction('moderation_counts', { p_search: search }, moderationCountsSchema),
  page({ status, search, end }) {
    const call = { p_status: status, p_search: search, p_limit: MODERATION_PAGE_SIZE + 1, ...cursorParams(end) }
    return callFunction('moderation_page', call, v.array(moderatedReviewSchema))
  },
  async setStatus(ids, from, to, rejection) {
    const reason = rejection && { p_reason: rejection.reason, p_note: rejection.note }
    const change = { p_ids: [...ids], p_from: from, p_to: to, ...reason }
    const changed = await callFunction('moderate_reviews', change, idsSchema)
    if ([from, to].includes('approved')) void requestRebuild()
    return changed
  },
  remove: (ids) => callFunction('delete_reviews', { p_ids: [...ids] }, idsSchema),
  async sendThankYou(id, mail) {
    await callFunction('send-email', { approvedReviewId: id, ...mail }, v.unknown()).catch((cause: unknown) => {
      throw isAppError(cause, 'conflict') ? new AppError('under-way', { cause }) : cause
    })
  },
  failedThankYous() {
    const failed = supabase
      .from('reviews')
      .select(toColumnList(moderatedReviewSchema))
      .eq('status', 'approved')
      .not('thanks_failed_at', 'is', null)
      .order('thanks_failed_at', { ascending: false })
      .limit(MODERATION_PAGE_SIZE)
    return runQuery(failed, v.array(moderatedReviewSchema))
  },
}

/** Finds the review of an approval link, or null. Throws `AppError`. */
export const findReviewByLink = async ({ id, hash }: ApprovalLink): Promise<ReviewToApprove | null> => {
  const all = supabase.from('reviews').select(toColumnList(reviewToApproveSchema))
  const found = all.eq('id', id).eq('approval_hash', hash).retry(false)
  const [review] = await runQuery(found, v.array(reviewToApproveSchema))
  if (review) return review
  // The table is empty for other users, so the link may still work.
  const isAdmin = await callFunction('is_admin', {}, v.boolean())
  if (!isAdmin) throw new AppError('not-allowed')
  return null
}

export const reviewKeys = {
  all: ['reviews'] as const,
  moderation: ['reviews', 'moderation'] as const,
  counts: (store: ReviewStore, search: string) => [...reviewKeys.all, store.name, 'counts', search] as const,
  page: (store: ReviewStore, { status, search, end }: ReviewQuery) =>
    [...reviewKeys.all, store.name, 'page', status, search, end?.id] as const,
  failedThankYous: (store: ReviewStore) => [...reviewKeys.all, store.name, 'failed thanks'] as const,
  link: (id: string, hash: string) => [...reviewKeys.all, 'link', id, hash] as const,
}

export const ReviewStoreContext = createContext(databaseReviews)

export const useReviewCounts = (search: string): ModerationCounts | undefined => {
  const store = useContext(ReviewStoreContext)
  const { enabled, ...polling } = usePollingOptions()
  const { counts: waiting } = useAttentionCounts()
  const isDemo = store.name === 'simulation'
  const all =
    waiting && !isDemo
      ? { pending: waiting.reviews, approved: waiting.published, rejected: waiting.deleted }
      : undefined
  const { data } = useQuery({
    ...polling,
    enabled: isDemo || (enabled && search !== ''),
    queryKey: reviewKeys.counts(store, search),
    queryFn: () => store.counts(search),
    placeholderData: (before) => before,
  })
  return isDemo || search !== '' ? (data ?? all) : all
}

export const useReviewPage = (query: ReviewQuery) => {
  const store = useContext(ReviewStoreContext)
  return useQuery({
    queryKey: reviewKeys.page(store, query),
    queryFn: () => store.page(query),
    // Rows must not move while the user reads. `NewRows` offers new ones.
    refetchOnWindowFocus: false,
    placeholderData: (before, previous) =>
      previous?.queryKey[1] === store.name && previous.queryKey[3] === query.status ? before : undefined,
  })
}

export const useFailedThankYous = () => {
  const store = useContext(ReviewStoreContext)
  return useQuery({
    queryKey: reviewKeys.failedThankYous(store),
    queryFn: store.failedThankYous,
    // A longer list would move the cards below.
    refetchOnWindowFocus: false,
  })
}

/** Counts pending reviews after the timestamp `since`. Throws `AppError`. */
export const countNewerReviews = (since: string): Promise<number> => {
  const pending = supabase.from('reviews').select('id', { count: 'exact', head: true }).eq('status', 'pending')
  return countRows(pending.gt('created_at', since))
}
