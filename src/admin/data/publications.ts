import { publishedItemsSchema } from '@contract/publication'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { callFunction } from '@/admin/backend/api'

const historySchema = v.array(
  v.object({
    id: v.number(),
    published_at: v.string(),
    publisher: v.string(),
    items: publishedItemsSchema,
    /** How many of them were deleted for good since. */
    deleted: v.number(),
  }),
)

export type HistoryEntry = v.InferOutput<typeof historySchema>[number]

/** The current publication and the ten before it, newest first. */
export const historyQuery = queryOptions({
  queryKey: ['media', 'publications'],
  queryFn: () => callFunction('publication_history', {}, historySchema),
  // Someone else's publication must not replace what is shown unseen: publishing asks about it.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** Deletes an earlier publication and the files that nothing else needs. Throws `AppError`. */
export const permanentlyDeletePublication = ({ id }: HistoryEntry): Promise<unknown> =>
  callFunction('delete_for_good', { p_publication: id }, v.unknown())
