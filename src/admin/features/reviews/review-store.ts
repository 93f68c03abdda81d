import type { ApprovalMail } from '@contract/approval-mail'
import * as v from 'valibot'
import {
  MODERATION_PAGE_SIZE,
  type ModeratedReview,
  type ModerationCounts,
  moderatedReviewSchema,
  moderationCountsSchema,
  type ReviewStatus,
} from '@/domain/moderation'
import { after, type PageEnd } from '@/lib/pages'
import { fromFunction, parsedAnswer } from '@/lib/supabase-errors'
import { supabase } from '@/supabase'

/** The page of reviews that follows one; the first without `end`. */
export type ReviewQuery = { status: ReviewStatus; search: string; end?: PageEnd | undefined }

/** What an administrator writes to a reviewer. */
export type ThanksWords = Omit<ApprovalMail, 'approvedReviewId'>

/** Where reviews are moderated: the database, or a simulation for demos. Every method throws `AppError`. */
export type ReviewStore = {
  readonly name: 'database' | 'simulation'
  counts: (search: string) => Promise<ModerationCounts>
  /** One more than fits on the page, when there are more. */
  page: (query: ReviewQuery) => Promise<readonly ModeratedReview[]>
  /** Changes the reviews that still have the status `from`; returns their ids, which may be fewer than requested. */
  setStatus: (ids: readonly string[], from: ReviewStatus, to: 'approved' | 'rejected') => Promise<string[]>
  /** Permanently deletes those that are rejected; returns their ids. */
  remove: (ids: readonly string[]) => Promise<string[]>
  /** Thanks the writer of an approved review by e-mail. */
  thank: (id: string, words: ThanksWords) => Promise<void>
  /** Approved reviews whose thanks could not be sent, the latest first; at most 50. */
  failedThanks: () => Promise<readonly ModeratedReview[]>
}

/** The columns a moderator sees. */
export const REVIEW_COLUMNS =
  'id,name,location,title,text,rating,source,email,verified,created_at,moderated_at,thanked_at,thanks_failed_at'

const idsSchema = v.pipe(
  v.array(v.object({ id: v.string() })),
  v.transform((rows) => rows.map(({ id }) => id)),
)

// The built pages hold the published reviews. Whether they are built again is no reason to make a moderator wait.
const requestRebuild = async (): Promise<void> => {
  const { error } = await supabase.functions.invoke('publish', { body: { rebuild: true } })
  if (error) console.info('[reviews] The pages will show this with the next build:', error.message)
}

/** The reviews in the database. Reviews that another administrator has moderated in the meantime are left alone. */
export const databaseReviews: ReviewStore = {
  name: 'database',
  async counts(search) {
    const answer = await supabase.rpc('moderation_counts', { p_search: search })
    return parsedAnswer(answer, moderationCountsSchema)
  },
  async page({ status, search, end }) {
    const call = { p_status: status, p_search: search, p_limit: MODERATION_PAGE_SIZE + 1, ...after(end) }
    const answer = await supabase.rpc('moderation_page', call)
    return parsedAnswer(answer, v.array(moderatedReviewSchema))
  },
  async setStatus(ids, from, to) {
    const change = supabase.from('reviews').update({ status: to }).in('id', ids).eq('status', from)
    const changed = parsedAnswer(await change.select('id'), idsSchema)
    if (changed.length > 0 && [from, to].includes('approved')) void requestRebuild()
    return changed
  },
  async remove(ids) {
    const removal = supabase.from('reviews').delete().in('id', ids).eq('status', 'rejected')
    return parsedAnswer(await removal.select('id'), idsSchema)
  },
  async thank(id, words) {
    const { error } = await supabase.functions.invoke('send-email', { body: { approvedReviewId: id, ...words } })
    if (error) throw await fromFunction(error)
  },
  async failedThanks() {
    const answer = await supabase
      .from('reviews')
      .select(REVIEW_COLUMNS)
      .eq('status', 'approved')
      .not('thanks_failed_at', 'is', null)
      .order('thanks_failed_at', { ascending: false })
      .limit(MODERATION_PAGE_SIZE)
    return parsedAnswer(answer, v.array(moderatedReviewSchema))
  },
}
