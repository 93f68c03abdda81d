import { type DraftPhotograph, type ProjectDraft, projectContentSchema } from '@contract/project'
import * as v from 'valibot'
import { adminSession } from '@/admin/features/session/admin-session'
import { queryClient } from '@/admin/query-client'
import { askForBuild } from '@/admin/rebuild'
import { supabase, supabaseForLeaving } from '@/admin/supabase'
import { parseResponse } from '@/admin/supabase-errors'
import { isAppError } from '@/lib/errors'
import { unsavedProject } from '@/storage/admin-keys'
import { assertSession, upload } from '../publish/upload'
import { slugOf, toContent } from './content'
import { isUnsaved, type Opened, type Outcome, openedOf, update, withRow } from './opened'
import { calls, portfolioQuery, readProject } from './projects'

const RETRY_MS = 5_000

/** Whether an attempt that failed is repeated: there was no connection, or no answer came in time. */
export const isRepeated = (error: unknown): boolean => isAppError(error, 'offline', 'timed-out')

/** What is sent of a project, one after the other. */
export const scopeOf = (id: string) => `project ${id}`

type Attempt = { id: string; did: Outcome['did']; run: () => Promise<Partial<Opened> | undefined> }

/** Runs after what was begun before in the scope, and again every 5 s while there is no connection; the form says how it ended. */
const inBackground = (scope: string, { id, did, run }: Attempt): void => {
  const mutationFn = async () => {
    try {
      const changed = await run()
      update(id, ({ outcome }) => ({ outcome: outcome?.did === did ? undefined : outcome, ...changed }))
    } catch (error) {
      const outcome = { did, error }
      const { message, details = '' } = ((error as Error).cause ?? {}) as { message?: string; details?: string }
      const isOvertaken = message === 'project_changed' || message === 'project_missing'
      const row = isOvertaken ? await readProject(id) : undefined
      if (isOvertaken) update(id, (before) => withRow(before, row ?? null))
      if (message === 'media_missing') uploadAgain(id, details.split(', '))
      const isTold = did === 'publish' || (!isOvertaken && message !== 'media_missing')
      update(id, ({ busy }) => ({
        ...(isTold && { outcome }),
        busy: did === 'publish' && !isRepeated(error) ? undefined : busy,
      }))
      throw error
    }
  }
  const retry = (_: number, error: Error) => isRepeated(error)
  const options = { mutationKey: [scope], scope: { id: scope }, mutationFn, retry, retryDelay: RETRY_MS }
  queryClient
    .getMutationCache()
    .build(queryClient, { ...options, meta: { isQuiet: true, goesOn: did !== 'publish' } })
    .execute(undefined)
    .catch(() => {})
}

const send = async (id: string, backend = supabase): Promise<undefined> => {
  const sent = openedOf(id)
  if (!sent || !isUnsaved(sent) || sent.theirs !== undefined || sent.busy === 'delete') return
  const { draft, saved, form, edits } = sent
  // Null for a project that the server does not have, which the generated types leave out.
  const change = { p_version: saved.version as number, p_form: form, p_save: edits, p_draft: draft }
  const { version } = parseResponse(
    await backend.rpc('save_project', { p_id: id, ...change }),
    v.object({ version: v.number() }),
  )
  const isNamed = (photograph: string) => draft.photographs.some((one) => one.id === photograph && one.picture)
  update(id, (now) => ({
    saved: { ...now.saved, version: Math.max(version, now.saved.version ?? 0) },
    savedAt: new Date().toISOString(),
    savedEdits: Math.max(edits, now.savedEdits),
    files: Object.fromEntries(Object.entries(now.files).filter(([photograph]) => !isNamed(photograph))),
  }))
  const left = unsavedProject.read()
  if (left.state === 'value' && left.value.form === form && left.value.edits <= edits) unsavedProject.remove()
  void queryClient.invalidateQueries({ queryKey: portfolioQuery.queryKey })
}

const sendInSession = async (id: string): Promise<undefined> => {
  await assertSession()
  await send(id)
}

/** Sends the newest words once what is being sent has been answered. */
export const save = (id: string): void => {
  const opened = openedOf(id)
  const scope = scopeOf(id)
  // The one that waits sends the newest.
  if (!opened || !isUnsaved(opened) || queryClient.isMutating({ mutationKey: [scope] }) > 1) return
  inBackground(scope, { id, did: 'save', run: () => sendInSession(id) })
}

/**
 * For words that are left: this browser keeps them until they are acknowledged. When the page itself is left, they are
 * sent at once, as it may end before what is sent now is answered.
 */
export const saveBeforeLeaving = (id: string, isPage: boolean): void => {
  const opened = openedOf(id)
  const session = adminSession.current()
  if (!opened || !isUnsaved(opened) || !session) return
  const { form, edits, draft } = opened
  unsavedProject.write({ id, user: session.user.id, form, edits, draft })
  if (isPage) send(id, supabaseForLeaving(session.access_token)).catch(() => {})
  else save(id)
}

/** Deletes a draft that was never published, for good; throws `AppError`. */
export const deleteDraft = async (id: string): Promise<void> => {
  const response = await calls.delete(id)
  // It was not there yet.
  if (response.error?.message !== 'project_missing') parseResponse(response, v.unknown())
}

/** Enters something; `save` sends it. */
export const change = (id: string, edit: (before: ProjectDraft) => ProjectDraft): void =>
  update(id, ({ draft, edits }) => ({ draft: edit(draft), edits: edits + 1 }))

/** Changes those photographs for which `edit` returns something. */
export const changePhotographs = (
  id: string,
  edit: (photograph: DraftPhotograph) => Partial<DraftPhotograph> | false,
): void =>
  change(id, (before) => ({
    ...before,
    photographs: before.photographs.map((one) => ({ ...one, ...edit(one) })),
  }))

/** Uploads the scaled photographs one after the other, and names each in the draft. */
export const uploadScaled = (id: string): void => {
  for (const { id: photograph, picture } of openedOf(id)?.draft.photographs ?? []) {
    const run = async () => {
      const { draft, files } = openedOf(id) ?? {}
      const scaled = files?.[photograph]
      const isWanted = draft?.photographs.some((one) => one.id === photograph && !one.picture)
      if (!isWanted || !scaled || scaled instanceof File) return undefined
      await upload(scaled.files)
      changePhotographs(id, (one) => one.id === photograph && { picture: scaled.picture })
      save(id)
      return undefined
    }
    if (!picture) inBackground('photographs', { id, did: 'upload', run })
  }
}

const uploadAgain = (id: string, missing: readonly string[]): void => {
  const isMissing = ({ picture }: DraftPhotograph) => picture?.files.some((name) => missing.includes(name)) ?? false
  changePhotographs(id, (one) => isMissing(one) && { picture: null })
  save(id)
  uploadScaled(id)
}

/** Publishes the newest words, once they are saved; `update` of `busy` to undefined stops what waits. */
export const publish = (id: string): void => {
  const run = async (): Promise<Partial<Opened> | undefined> => {
    if (openedOf(id)?.busy !== 'publish') return
    await sendInSession(id)
    const opened = openedOf(id)
    if (!opened || isUnsaved(opened) || opened.theirs !== undefined) return { busy: undefined }
    const { draft, saved } = opened
    const published = v.parse(projectContentSchema, toContent(draft))
    const wanted = { p_id: id, p_version: saved.version ?? 0, p_address: slugOf(draft.title), p_content: published }
    const schema = v.object({ version: v.number(), address: v.string() })
    const reply = parseResponse(await supabase.rpc('publish_project', wanted), schema)
    void queryClient.invalidateQueries({ queryKey: portfolioQuery.queryKey })
    update(id, () => ({
      saved: { ...saved, ...reply, status: 'published', published, published_draft: draft },
    }))
    return { busy: undefined, outcome: { did: 'publish', build: await askForBuild() } }
  }
  update(id, () => ({ busy: 'publish', outcome: undefined }))
  inBackground(scopeOf(id), { id, did: 'publish', run })
}
