import type { ApprovalMail } from '@contract/approval-mail'
import type { ReviewStatus } from '@contract/review'
import * as v from 'valibot'
import { callFunction } from '@/admin/backend/ask'
import { supabase } from '@/admin/backend/client'
import { parseResponse } from '@/admin/backend/errors'
import { askForBuild } from '@/admin/backend/rebuild'
import {
  MODERATION_PAGE_SIZE,
  type ModeratedReview,
  type ModerationCounts,
  moderatedReviewSchema,
  moderationCountsSchema,
} from '@/domain/moderation'
import { AppError, isAppError } from '@/lib/errors'
import { after, type PageEnd } from '@/lib/pages'

/** The page of reviews that follows one; the first without `end`. */
export type ReviewQuery = { status: ReviewStatus; search: string; end?: PageEnd | undefined }

export type ThanksMail = Omit<ApprovalMail, 'approvedReviewId'>

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
  thank: (id: string, mail: ThanksMail) => Promise<void>
  /** Approved reviews whose thanks could not be sent, the latest first; at most 50. */
  failedThanks: () => Promise<readonly ModeratedReview[]>
}

export const REVIEW_COLUMNS =
  'id,name,location,title,text,rating,source,email,verified,created_at,moderated_at,thanked_at,thanks_failed_at'

const idsSchema = v.array(v.string())

/** The reviews in the database. Reviews that another administrator has moderated in the meantime are left alone. */
export const databaseReviews: ReviewStore = {
  name: 'database',
  async counts(search) {
    const response = await supabase.rpc('moderation_counts', { p_search: search })
    return parseResponse(response, moderationCountsSchema)
  },
  async page({ status, search, end }) {
    const call = { p_status: status, p_search: search, p_limit: MODERATION_PAGE_SIZE + 1, ...after(end) }
    const response = await supabase.rpc('moderation_page', call)
    return parseResponse(response, v.array(moderatedReviewSchema))
  },
  async setStatus(ids, from, to) {
    const change = { p_ids: [...ids], p_from: from, p_to: to }
    const changed = parseResponse(await supabase.rpc('moderate_reviews', change), idsSchema)
    if ([from, to].includes('approved')) void askForBuild()
    return changed
  },
  async remove(ids) {
    return parseResponse(await supabase.rpc('delete_reviews', { p_ids: [...ids] }), idsSchema)
  },
  async thank(id, mail) {
    await callFunction('send-email', { approvedReviewId: id, ...mail }).catch((cause: unknown) => {
      throw isAppError(cause, 'conflict') ? new AppError('under-way', { cause }) : cause
    })
  },
  async failedThanks() {
    const response = await supabase
      .from('reviews')
      .select(REVIEW_COLUMNS)
      .eq('status', 'approved')
      .not('thanks_failed_at', 'is', null)
      .order('thanks_failed_at', { ascending: false })
      .limit(MODERATION_PAGE_SIZE)
    return parseResponse(response, v.array(moderatedReviewSchema))
  },
}
