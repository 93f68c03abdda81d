import { type ProjectDraft, projectContentSchema } from '@contract/project'
import { useMutationState } from '@tanstack/react-query'
import * as v from 'valibot'
import { ask } from '@/admin/backend/ask'
import { queryClient, useAction } from '@/admin/backend/query-client'
import { askForBuild } from '@/admin/backend/rebuild'
import { untilAnswered } from '@/admin/backend/until-answered'
import { type Content, portfolioQuery } from '@/admin/data/projects'
import { adminSession } from '@/admin/session/admin-session'
import { assertSession } from '@/admin/session/assert-session'
import { setLeaveReason } from '@/admin/session/leaving'
import { toast } from '@/components/ui/toast'
import { AppError } from '@/lib/errors'
import { outbox } from '@/storage/outbox'
import { removePhotograph, takeLoss } from './choose-photographs'
import { slugOf, toContent } from './content'
import { fieldOf, fieldsIn, isSame, photographIn, photographsOf, valueIn } from './fields'
import { causeOf, draftOf, knownRow, rowQuery, save, setRow } from './rows'
import { enter, untilSent } from './saving'
import { note } from './work'

const replySchema = v.object({ version: v.number(), address: v.string(), published_at: v.string() })
const SHOWN_MS = 5 * 60_000

const controllers = new Map<string, AbortController>()

/** Whether somebody else has changed the project since the question was shown. */
export const isChanged = (error: unknown): boolean => causeOf(error).message === 'project_changed'

const publish = async (id: string, shown: Content, signal: AbortSignal): Promise<true> => {
  const user = adminSession.current()?.user.id
  await untilSent(id, signal)
  const { draft, version } = knownRow(id)
  const content = toContent(draft)
  if (!isSame(content, shown)) throw new AppError('conflict', { cause: { message: 'project_changed' } })
  const p_content = v.parse(projectContentSchema, content)
  const wanted = { p_id: id, p_version: version, p_address: slugOf(draft.title), p_content }
  const attempt = async () => {
    await assertSession(user)
    return ask('publish_project', wanted, replySchema)
  }
  const reply = await untilAnswered(attempt, signal, (failure) => note(id, () => ({ failure })))
  const photographs = Object.fromEntries(Object.entries(draft.photographs).filter(([, { removed }]) => !removed))
  const published_draft = { ...draft, photographs }
  setRow(id, { ...reply, status: 'published', published: p_content, published_draft })
  void queryClient.invalidateQueries({ queryKey: portfolioQuery.queryKey })
  void askForBuild()
  return true
}

/** Publishes a project as it was `shown`, once the server has all of it; it goes on when the form is left. */
export const usePublishing = (id: string, onChanged: () => void) => {
  const mutationKey = ['publish', id]
  const { mutate } = useAction({
    mutationKey,
    gcTime: SHOWN_MS,
    meta: { skipWaitingRefresh: true },
    mutationFn: async ({ shown }: { shown: Content }) => {
      const controller = new AbortController()
      controllers.set(id, controller)
      setLeaveReason(`publish ${id}`, 'closing')
      try {
        return await publish(id, shown, controller.signal)
      } catch (error) {
        const { message, details } = causeOf(error)
        if (message === 'media_missing') takeLoss(id, details?.split(', ') ?? [])
        if (isChanged(error)) await save(id, {}).catch(() => {})
        throw controller.signal.aborted ? new DOMException('Cancelled', 'AbortError') : error
      } finally {
        note(id, () => ({ failure: undefined }))
        setLeaveReason(`publish ${id}`, undefined)
      }
    },
    onError: (error) => isChanged(error) && onChanged(),
  })
  const last = useMutationState({ filters: { mutationKey, exact: true }, select: ({ state }) => state }).at(-1)
  return {
    mutate,
    cancel: () => controllers.get(id)?.abort(),
    isPending: last?.status === 'pending',
    error: last?.error?.name === 'AbortError' ? null : (last?.error ?? null),
    isDone: last?.data === true,
  }
}

// An Undo that is still open, by project: a later one goes back through it to the first draft.
const undos = new Map<string, () => Promise<void>>()

/** Makes a draft what it was when it was published, says so, and offers to undo all but what is changed after it. */
export const putBack = (id: string, published: ProjectDraft, done: string): void => {
  const owner = outbox.owner()
  const earlier = undos.get(id)
  const before = draftOf(id)
  const unsent = outbox.changesOf(id)
  const fields = fieldsIn(published)
  const pictureOf = (photograph: string) => knownRow(id).draft.photographs[photograph]?.picture
  const lacking = photographsOf(before).filter((photograph) => !published.photographs[photograph.id])
  const removals = lacking.map((photograph) => {
    const hadPicture = Boolean(pictureOf(photograph.id))
    const undoRemoval = removePhotograph(id, photograph.id)
    // Its picture may be deleted for good by now.
    return () => (!hadPicture || pictureOf(photograph.id)) && undoRemoval()
  })
  note(id, () => ({ files: {} }))
  const isThere = (photograph: string) => before.photographs[photograph]?.removed === false
  const returned = Object.keys(published.photographs).filter((photograph) => !isThere(photograph))
  for (const photograph of returned) enter(id, fieldOf(photograph, 'removed'), false)
  const changed = fields.filter(([field, value]) => !isSame(valueIn(before, field), value))
  for (const [field, value] of changed) enter(id, field, value)
  const undo = async () => {
    undos.delete(id)
    if (outbox.owner() !== owner) return
    // It may be forgotten by now.
    await queryClient.ensureQueryData(rowQuery(id))
    const now = draftOf(id)
    const isUntouched = ([field, value]: [string, unknown]) => isSame(valueIn(now, field), value)
    const isAsPut = (photograph: string) =>
      fields.filter(([field]) => photographIn(field).id === photograph).every(isUntouched)
    for (const photograph of returned.filter(isAsPut)) removePhotograph(id, photograph)
    // Of a photograph that is removed, nothing else is stored.
    for (const [field] of changed.filter(isUntouched))
      if (!returned.includes(photographIn(field).id)) enter(id, field, valueIn(before, field), unsent[field]?.files)
    for (const undoRemoval of removals) undoRemoval()
    await earlier?.()
  }
  undos.set(id, undo)
  toast.success(done, { id: `put back ${id}`, undo, stays: true, onDismiss: () => undos.delete(id) })
}
