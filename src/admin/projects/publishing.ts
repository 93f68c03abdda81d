import { projectContentSchema } from '@contract/project'
import { useMutationState } from '@tanstack/react-query'
import * as v from 'valibot'
import { callFunction } from '@/admin/backend/api'
import { queryClient } from '@/admin/backend/query-client'
import { requestRebuild } from '@/admin/backend/rebuild'
import { retryTransient } from '@/admin/backend/retry'
import { useAction } from '@/admin/components/use-action'
import { type Content, portfolioQuery } from '@/admin/data/projects'
import { adminSession } from '@/admin/session/admin-session'
import { assertSession } from '@/admin/session/assert-session'
import { setNavigationGuard } from '@/admin/session/navigation-guard'
import { AppError } from '@/lib/errors'
import { markMissingFiles } from './choose-photographs'
import { toContent, toSlug } from './content'
import { isEqual } from './draft'
import { databaseError, projectEditors } from './sync/editor'

const replySchema = v.object({ version: v.number(), address: v.string(), published_at: v.string() })
const SHOWN_MS = 5 * 60_000

/** Whether the project changed since the confirmation was shown. */
export const isChanged = (error: unknown): boolean => databaseError(error).message === 'project_changed'

const publish = async (id: string, shown: Content, signal: AbortSignal): Promise<true> => {
  const user = adminSession.current()?.user.id
  const editor = projectEditors.get(id)
  await editor.flush(signal)
  await queryClient.ensureQueryData(editor.query)
  const { draft, version } = editor.knownRow
  const content = toContent(draft)
  if (!isEqual(content, shown)) throw new AppError('conflict', { cause: { message: 'project_changed' } })
  const p_content = v.parse(projectContentSchema, content)
  const wanted = { p_id: id, p_version: version, p_address: toSlug(draft.title), p_content }
  const attempt = async () => {
    await assertSession(user)
    return callFunction('publish_project', wanted, replySchema)
  }
  const reply = await retryTransient(attempt, signal, (failure) => editor.setStatus(() => ({ failure })))
  const photographs = Object.fromEntries(Object.entries(draft.photographs).filter(([, { removed }]) => !removed))
  const published_draft = { ...draft, photographs }
  // Without a row, the next form reads the whole project.
  if (editor.row) editor.setRow({ ...reply, status: 'published', published: p_content, published_draft })
  void queryClient.invalidateQueries({ queryKey: portfolioQuery.queryKey })
  void requestRebuild()
  return true
}

/** Saves and then publishes the `shown` content. Continues after the form closes. */
export const usePublishing = (id: string, onChanged: () => void) => {
  const mutationKey = ['publish', id]
  const { mutate } = useAction({
    mutationKey,
    gcTime: SHOWN_MS,
    meta: { skipWaitingRefresh: true },
    mutationFn: async ({ shown }: { shown: Content }) => {
      const controller = new AbortController()
      projectEditors.get(id).cancelPublication = () => controller.abort()
      setNavigationGuard(`publish ${id}`, 'closing')
      try {
        return await publish(id, shown, controller.signal)
      } catch (error) {
        const { message, details } = databaseError(error)
        if (message === 'media_missing') markMissingFiles(id, details?.split(', ') ?? [])
        if (isChanged(error))
          await projectEditors
            .get(id)
            .save({})
            .catch(() => {})
        throw controller.signal.aborted ? new DOMException('Cancelled', 'AbortError') : error
      } finally {
        projectEditors.get(id).setStatus(() => ({ failure: undefined }))
        setNavigationGuard(`publish ${id}`, undefined)
      }
    },
    onError: (error) => isChanged(error) && onChanged(),
  })
  const last = useMutationState({ filters: { mutationKey, exact: true }, select: ({ state }) => state }).at(-1)
  return {
    mutate,
    cancel: () => projectEditors.get(id).cancelPublication?.(),
    isPending: last?.status === 'pending',
    error: last?.error?.name === 'AbortError' ? null : (last?.error ?? null),
    isDone: last?.data === true,
  }
}
