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
    /** Number of items permanently deleted since. */
    deleted: v.number(),
  }),
)

export type HistoryEntry = v.InferOutput<typeof historySchema>[number]

/** The current publication and the ten before it, newest first. */
export const historyQuery = queryOptions({
  queryKey: ['media', 'publications'],
  queryFn: () => callFunction('publication_history', {}, historySchema),
  // Another administrator's publication must not appear unnoticed. Publishing reports the conflict.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** Also deletes its otherwise unused files. Throws `AppError`. */
export const permanentlyDeletePublication = ({ id }: HistoryEntry): Promise<unknown> =>
  callFunction('delete_permanently', { p_publication: id }, v.unknown())
