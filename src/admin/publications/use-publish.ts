import type { PublicationItem } from '@contract/publication'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { callFunction } from '@/admin/backend/api'
import { queryClient } from '@/admin/backend/query-client'
import { requestRebuild } from '@/admin/backend/rebuild'
import { useAction } from '@/admin/components/use-action'
import { historyQuery } from '@/admin/data/publications'
import type { MediaFile } from '@/admin/images/media-files'
import { type UploadStatus, uploadFiles } from '@/admin/images/upload'
import { assertSession } from '@/admin/session/assert-session'
import { adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { useIsShown } from '@/components/ui/use-is-shown'
import { isAppError } from '@/lib/errors'
import { isSamePublication } from './plan'

const texts = adminMessages.media.publish

/** Items, files the server may lack, and the publication to replace. */
export type Publishing = {
  items: PublicationItem[]
  files: readonly MediaFile[]
  replaces: number | null
  /** Whether this publishes earlier or bundled content instead of the draft. */
  isRestore: boolean
}

export type PublishOutcome = 'published' | 'cancelled'

/** Publishes one change at a time. Unmounting stops the upload. */
export const usePublish = () => {
  const [progress, setProgress] = useState<UploadStatus>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const isShown = useIsShown()
  const action = useAction({
    mutationFn: async ({ items, files, replaces }: Publishing): Promise<PublishOutcome> => {
      const distinct = [...new Map(files.map((file) => [file.name, file])).values()]
      controller.current = new AbortController()
      const { signal } = controller.current
      await uploadFiles(distinct, signal, setProgress).catch((failure) => {
        if (!signal.aborted) throw failure
      })
      setProgress(undefined)
      if (signal.aborted) return 'cancelled'
      await assertSession()
      // The generated types lack null, which means no publication yet.
      const change = { p_items: items, p_replaces: replaces as number }
      try {
        await callFunction('publish', change, v.unknown())
      } catch (failure) {
        if (!isAppError(failure, 'conflict')) throw failure
        // An earlier attempt may have succeeded although its response was lost.
        const [newest] = await queryClient.fetchQuery(historyQuery)
        if (!newest || !isSamePublication(newest.items, items)) throw failure
      }
      void requestRebuild()
      return 'published'
    },
    onSuccess: async (outcome) => {
      if (outcome === 'cancelled') return toast.info(texts.cancelled, { silent: isShown() })
      await queryClient.invalidateQueries({ queryKey: historyQuery.queryKey })
      toast.success(texts.published, { silent: isShown() })
    },
  })
  return { ...action, progress, cancel: () => controller.current?.abort() }
}
