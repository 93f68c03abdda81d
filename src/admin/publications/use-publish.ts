import type { PublicationItem } from '@contract/publication'
import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { ask } from '@/admin/backend/ask'
import { useAction } from '@/admin/backend/query-client'
import { askForBuild } from '@/admin/backend/rebuild'
import { historyQuery } from '@/admin/data/publications'
import type { MediaFile } from '@/admin/pictures/media-files'
import { useUpload } from '@/admin/pictures/upload'
import { assertSession } from '@/admin/session/assert-session'
import { adminMessages } from '@/admin/words/messages'
import { toast } from '@/components/ui/toast'
import { isAppError } from '@/lib/errors'
import { isSamePublication } from './plan'

const texts = adminMessages.media.publish

/** What visitors shall see, the files it needs beyond those on the server, and the publication that it replaces. */
export type Publishing = {
  items: PublicationItem[]
  files: readonly MediaFile[]
  replaces: number | null
  /** Whether these are the items of an earlier publication, or none; not this browser's draft. */
  isRestore: boolean
}

/** How publishing ended: `already` when an earlier attempt, whose response was lost, had succeeded. */
export type PublishOutcome = 'published' | 'already' | 'cancelled'

/** Publishes one change at a time and tells how far its upload is; `cancel` stops that, as leaving the screen does. */
export const usePublish = () => {
  const queryClient = useQueryClient()
  const { store, ...upload } = useUpload()
  const action = useAction({
    mutationFn: async ({ items, files, replaces }: Publishing): Promise<PublishOutcome> => {
      const distinct = [...new Map(files.map((file) => [file.name, file])).values()]
      if (!(await store(distinct))) return 'cancelled'
      await assertSession()
      // Null where nothing was published, which the generated types leave out.
      const change = { p_items: items, p_replaces: replaces as number }
      try {
        await ask('publish', change, v.unknown())
      } catch (failure) {
        if (!isAppError(failure, 'conflict')) throw failure
        const [newest] = await queryClient.fetchQuery(historyQuery)
        if (newest && isSamePublication(newest.items, items)) return 'already'
        throw failure
      }
      void askForBuild()
      return 'published'
    },
    onSuccess: async (outcome) => {
      if (outcome === 'cancelled') return toast.info(texts.cancelled)
      await queryClient.invalidateQueries({ queryKey: historyQuery.queryKey })
      toast.success(texts.published)
    },
  })
  return { ...action, ...upload }
}
