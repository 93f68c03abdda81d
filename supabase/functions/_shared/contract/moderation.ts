import * as v from 'valibot'
import { REVIEW_STATUSES } from './review.ts'

export const MODERATION_MAX = 100

export const MODERATION_BODY_MAX = 8 * 1024

const ids = v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.minLength(1), v.maxLength(MODERATION_MAX))

/** Body of the `moderate-reviews` function: reviews that have left the status `from`, or are not rejected, stay as they are. */
export const moderationSchema = v.variant('action', [
  v.object({
    action: v.literal('set-status'),
    ids,
    from: v.picklist(REVIEW_STATUSES),
    to: v.picklist(['approved', 'rejected']),
  }),
  v.object({ action: v.literal('delete'), ids }),
])
export type Moderation = v.InferOutput<typeof moderationSchema>

export const moderatedSchema = v.object({ ids: v.array(v.string()) })
