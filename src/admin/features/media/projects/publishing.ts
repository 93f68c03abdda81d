import { projectContentSchema } from '@contract/project'
import type { Rebuild } from '@contract/rebuild'
import { useMutationState } from '@tanstack/react-query'
import * as v from 'valibot'
import { setLeaveReason } from '@/admin/leaving'
import { queryClient, useAction } from '@/admin/query-client'
import { askForBuild } from '@/admin/rebuild'
import { supabase } from '@/admin/supabase'
import { parseResponse } from '@/admin/supabase-errors'
import { untilAnswered } from '@/admin/until-answered'
import { AppError, isAppError } from '@/lib/errors'
import { assertSession } from '../publish/upload'
import { removePhotograph } from './choose-photographs'
import { slugOf, toContent } from './content'
import { fieldsIn, isSame, photographsOf, valueIn } from './fields'
import { type Content, portfolioQuery } from './projects'
import { draftOf, type Row, rowOf, save, setRow } from './rows'
import { enter, untilSent } from './saving'
import { note } from './work'

const replySchema = v.object({ version: v.number(), address: v.string() })
const KEPT_MS = 30 * 60_000

const controllers = new Map<string, AbortController>()

/** The files that a refusal names as not stored. */
const missingIn = (error: unknown): string[] => {
  const { message, details = '' } = ((error as Error).cause ?? {}) as { message?: string; details?: string }
  return message === 'media_missing' ? details.split(', ') : []
}

const publish = async (id: string, { shown }: { shown: Content }, signal: AbortSignal): Promise<Rebuild> => {
  await untilSent(id, signal)
  const { draft, version } = rowOf(id) ?? {}
  const content = draft && v.parse(projectContentSchema, toContent(draft))
  // Somebody else was here since it was asked about.
  if (!draft || version === undefined || !isSame(content, shown)) throw new AppError('conflict')
  const wanted = { p_id: id, p_version: version, p_address: slugOf(draft.title), p_content: content }
  const reply = await untilAnswered(
    async () => {
      await assertSession()
      return parseResponse(await supabase.rpc('publish_project', wanted as never), replySchema)
    },
    signal,
    (failure) => note(id, () => ({ failure })),
  )
  const photographs = Object.fromEntries(Object.entries(draft.photographs).filter(([, { removed }]) => !removed))
  const published_draft = { ...draft, photographs }
  setRow(id, { ...reply, status: 'published', published: content as Content, published_draft })
  note(id, () => ({ failure: undefined }))
  void queryClient.invalidateQueries({ queryKey: portfolioQuery.queryKey })
  return askForBuild()
}

/** Publishes a project as it was `shown`, once the server has all of it; it goes on when the form is left. */
export const usePublishing = (id: string, onChanged: () => void) => {
  const mutationKey = ['publish', id]
  const { mutate } = useAction({
    mutationKey,
    gcTime: KEPT_MS,
    meta: { isQuiet: true },
    mutationFn: async (input: { shown: Content }) => {
      const controller = new AbortController()
      controllers.set(id, controller)
      setLeaveReason(`publish ${id}`, 'closing')
      try {
        return await publish(id, input, controller.signal)
      } catch (error) {
        note(id, ({ missing, failure }) => ({
          missing: [...missing, ...missingIn(error)],
          failure: isAppError(error, 'offline', 'timed-out') ? failure : undefined,
        }))
        if (isAppError(error, 'conflict')) await save(id, {}).catch(() => {})
        throw controller.signal.aborted ? new DOMException('Cancelled', 'AbortError') : error
      } finally {
        setLeaveReason(`publish ${id}`, undefined)
      }
    },
    onError: (error) => isAppError(error, 'conflict') && onChanged(),
  })
  const last = useMutationState({ filters: { mutationKey, exact: true }, select: ({ state }) => state }).at(-1)
  return {
    mutate,
    cancel: () => controllers.get(id)?.abort(),
    isPending: last?.status === 'pending',
    error: last?.error?.name === 'AbortError' ? null : (last?.error ?? null),
    build: last?.data as Rebuild | undefined,
  }
}

/** Puts every field back to what visitors see; photographs that they do not see are removed. */
export const goBackToPublished = (id: string, { published_draft: published }: Row): void => {
  if (!published) return
  const now = draftOf(id)
  for (const one of photographsOf(now)) if (!published.photographs[one.id]) removePhotograph(id, one.id)
  note(id, () => ({ files: {} }))
  for (const [field, value] of fieldsIn(published)) if (!isSame(valueIn(now, field), value)) enter(id, field, value)
}
