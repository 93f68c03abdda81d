import { type PublicationItem, publishedItemsSchema } from '@contract/publication'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { supabase } from '@/admin/backend/client'
import { fromPostgrest, parseResponse } from '@/admin/backend/errors'
import { useAction } from '@/admin/backend/query-client'
import { askForBuild } from '@/admin/backend/rebuild'
import { assertSession, useUpload } from '@/admin/pictures/upload'
import { adminMessages } from '@/admin/words/messages'
import { toast } from '@/components/ui/toast'
import { isAppError } from '@/lib/errors'
import { isSame } from './plan'
import type { MediaFile } from './prepare'

const texts = adminMessages.media.publish

const historySchema = v.array(
  v.object({
    id: v.number(),
    published_at: v.string(),
    publisher: v.string(),
    items: publishedItemsSchema,
  }),
)

/** A publication with who made it when. */
export type HistoryEntry = v.InferOutput<typeof historySchema>[number]

/** Publications; see `useHistory`. */
export const historyQuery = queryOptions({
  queryKey: ['media', 'publications'],
  queryFn: async () => parseResponse(await supabase.rpc('publication_history'), historySchema),
  staleTime: 0,
  // What someone else publishes meanwhile must not change unseen: publishing asks about it.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** The current publication and the ten before it, newest first. */
export const useHistory = () => useQuery(historyQuery)

/** What visitors shall see, the files it needs beyond those on the server, and the publication that it replaces. */
export type Publishing = {
  items: PublicationItem[]
  files: readonly MediaFile[]
  replaces: number | null
  /** Whether these are the items of an earlier publication, or none; not this browser's draft. */
  isRestore: boolean
}

/** How publishing ended: `already` when an earlier attempt, whose response was lost, had succeeded. */
export type Outcome = 'published' | 'already' | 'cancelled'

/** Publishes one change at a time and tells how far its upload is; `cancel` stops that, as leaving the screen does. */
export const usePublish = () => {
  const queryClient = useQueryClient()
  const { store, ...upload } = useUpload()
  const action = useAction({
    mutationFn: async ({ items, files, replaces }: Publishing): Promise<Outcome> => {
      const distinct = [...new Map(files.map((file) => [file.name, file])).values()]
      if (!(await store(distinct))) return 'cancelled'
      await assertSession()
      // Null where nothing was published, which the generated types leave out.
      const change = { p_items: items, p_replaces: replaces as number }
      const { error, status } = await supabase.rpc('publish', change)
      if (!error) {
        void askForBuild()
        return 'published'
      }
      const failure = fromPostgrest(error, status)
      if (!isAppError(failure, 'conflict')) throw failure
      const [newest] = await queryClient.fetchQuery(historyQuery)
      if (newest && isSame(newest.items, items)) return 'already'
      throw failure
    },
    onSuccess: async (outcome) => {
      if (outcome === 'cancelled') return toast.info(texts.cancelled)
      await queryClient.invalidateQueries({ queryKey: historyQuery.queryKey })
      toast.success(texts.published)
    },
  })
  return { ...action, ...upload }
}
