import * as v from 'valibot'
import { adminSession } from '@/admin/features/session/admin-session'
import { adminMessages, pluralise } from '@/admin/messages'
import { queryClient, report } from '@/admin/query-client'
import { backendUrl, supabaseForLeaving } from '@/admin/supabase'
import { isTransient, parseResponse } from '@/admin/supabase-errors'
import { tryNow, untilAnswered } from '@/admin/until-answered'
import { AppError } from '@/lib/errors'
import { type Change, type Changes, newName, outbox, type StoredFile } from '@/storage/outbox'
import { assertSession } from '../publish/upload'
import { askedIn, fieldOf, isSame, numberOf, photographIn, settled } from './fields'
import { calls, portfolioQuery } from './projects'
import { draftOf, forgetRow, isMissing, newRow, rowOf, rowQuery, save, setRow } from './rows'
import { areStored, uploadAgain, uploadFiles, uploadPictures } from './uploads'
import { busyProjects, forgetWork, note, subscribe, without, workOf } from './work'

const PAUSE_MS = 1_000
const LONGEST_WAIT_MS = 10_000
const LOG_OUT_MS = 6_000
// Another tab sends its own changes, unless it was closed.
const OTHER_TAB_MS = 5_000
// Browsers take 64 kB in all of what outlives a page.
const LEAVING_BYTES = 60_000

const controllers = new Map<string, AbortController>()
const timers = new Map<string, { timer: ReturnType<typeof setTimeout>; since: number }>()
const running = new Map<string, Promise<void>>()

const signalOf = (id: string): AbortSignal => {
  const controller = controllers.get(id) ?? new AbortController()
  controllers.set(id, controller)
  return controller.signal
}

/** The user whose changes these are, as they name it. */
const userOf = (owner: string): string | undefined => owner.split(' ').at(-1)

const schedule = (id: string, ms = PAUSE_MS): void => {
  const { timer, since = Date.now() } = timers.get(id) ?? {}
  clearTimeout(timer)
  const wait = Math.max(0, Math.min(ms, since + LONGEST_WAIT_MS - Date.now()))
  timers.set(id, { since, timer: setTimeout(() => void send(id), wait) })
}

const upload = (id: string): void => uploadPictures(id, signalOf(id), () => schedule(id))

/** Uploads files of a picture that the server has lost. */
export const uploadLost = (id: string, field: string, files: readonly StoredFile[]): void =>
  void uploadFiles(id, field, files, signalOf(id), () => {})

const dueOf = (id: string): Changes => {
  const changes = outbox.changesOf(id)
  const asked = askedIn(rowOf(id) ?? newRow(id), changes)
  const { refused } = workOf(id)
  return Object.fromEntries(
    Object.entries(changes).filter(([field, { files }]) => !asked[field] && !(field in refused) && areStored(files)),
  )
}

/** Notes that a field's text is sent now. What was not answered is sent again unchanged, but for whoever leaves. */
const toSend = (id: string, due: Changes, isLeaving = false): Changes =>
  Object.fromEntries(
    Object.entries(due).map(([field, change]) => {
      const last = change.sent?.at(-1)
      const is = isLeaving || last === undefined ? change.is : last
      const sent = [...(change.sent ?? []), ...(isSame(last, is) ? [] : [is])]
      // Bytes are not written again for it.
      if (!change.files) outbox.edit(id, field, (now) => now && { ...now, sent })
      return [field, { ...change, is, sent: change.sent }]
    }),
  )

const start = async (id: string): Promise<void> => {
  const signal = signalOf(id)
  const onFailure = (failure: unknown) => {
    note(id, () => ({ failure }))
    report(failure)
    // What waits here should not be cleared to make room.
    void navigator.storage?.persist?.()
  }
  try {
    const isFirst = Object.values(outbox.changesOf(id)).some((change) => change.isFirst)
    if (rowOf(id) === undefined && !isFirst)
      await untilAnswered(() => queryClient.fetchQuery(rowQuery(id)), signal, onFailure)
    if (rowOf(id) === null && !isFirst) setRow(id, { isGone: true })
    const due = dueOf(id)
    if (rowOf(id)?.isGone || Object.keys(due).length === 0) return
    const sent = toSend(id, due)
    const refused = await untilAnswered(
      async () => {
        await assertSession(userOf(outbox.owner()))
        return save(id, sent)
      },
      signal,
      onFailure,
    )
    note(id, (work) => ({ failure: undefined, refused: { ...work.refused, ...refused } }))
    for (const [field, code] of Object.entries(refused))
      if (code === 'media_missing') {
        note(id, (work) => ({ refused: without(work.refused, field) }))
        uploadAgain(id, field, signal, () => schedule(id))
      }
    void queryClient.invalidateQueries({ queryKey: portfolioQuery.queryKey })
    if (Object.keys(dueOf(id)).length > 0) schedule(id)
  } catch (failure) {
    if (isMissing(failure)) setRow(id, { isGone: true })
    else if (!signal.aborted) onFailure(failure)
  }
}

/** Sends what is due of a project, once what is being sent has been answered. */
const send = (id: string): Promise<void> => {
  clearTimeout(timers.get(id)?.timer)
  timers.delete(id)
  const now = (running.get(id) ?? Promise.resolve()).then(() => start(id))
  running.set(id, now)
  return now
}

// What Postgres stores in no text: the character zero, and half an emoji.
const UNSTORABLE = /\0|\p{Cs}/gu

/** Enters something in a field. It is kept in this browser at once, and sent after a pause of a second. */
export const enter = (id: string, field: string, value: unknown, files?: StoredFile[]): void => {
  const is = typeof value === 'string' ? value.replace(UNSTORABLE, '') : value
  const row = rowOf(id) ?? newRow(id)
  if (field in workOf(id).refused) note(id, ({ refused }) => ({ refused: without(refused, field) }))
  const by = newName()
  outbox.edit(id, field, (now) => {
    const isFirst = row.version === 0 && !row.isGone
    const at = now?.at ?? numberOf(row, field)
    const next: Change = {
      at,
      by: now?.by ?? by,
      is,
      ...(now?.sent && { sent: now.sent }),
      ...(isFirst && { isFirst }),
      ...(files && { files }),
    }
    return next.sent || settled(row, field, next, {}) !== undefined ? next : undefined
  })
  schedule(id)
  if (files) upload(id)
}

/** Answers a question about a field: one's own text is sent over the other one, or dropped. */
export const answer = (id: string, field: string, isMine: boolean): void => {
  const row = rowOf(id) ?? newRow(id)
  const photograph = photographIn(field).id
  if (isMine && row.draft.photographs[photograph]?.removed) enter(id, fieldOf(photograph, 'removed'), false)
  const rebased = (now: Change) => ({ ...now, at: numberOf(row, field), sent: undefined })
  outbox.edit(id, field, (now) => (isMine && now ? rebased(now) : undefined))
  goOn(id)
}

const goOn = (id: string): void => {
  schedule(id, 0)
  upload(id)
}

/** Tries again at once what was refused, or waits. */
export const retry = (id: string): void => {
  note(id, () => ({ failure: undefined, refused: {} }))
  tryNow()
  goOn(id)
}

/** Waits until the server has all that was entered of a project. Throws what somebody has to see to first. */
export const untilSent = (id: string, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    goOn(id)
    const stopLooking = subscribe(look)
    signal?.addEventListener('abort', look)
    function look() {
      const { failure, refused } = workOf(id)
      const changes = outbox.changesOf(id)
      const isAsked = Object.keys(askedIn(rowOf(id) ?? newRow(id), changes)).length > 0 || rowOf(id)?.isGone
      const wrong = [failure, ...Object.values(refused)].find((one) => one !== undefined && !isTransient(one))
      const isDone = Object.keys(changes).length === 0
      if (!isDone && !isAsked && wrong === undefined && !signal?.aborted) return
      stopLooking()
      signal?.removeEventListener('abort', look)
      if (isDone) resolve()
      else reject(wrong instanceof Error ? wrong : new AppError('conflict'))
    }
    look()
  })

/** Stops what is being sent of a project; returns once nothing is under way. */
const stop = async (id: string): Promise<void> => {
  clearTimeout(timers.get(id)?.timer)
  timers.delete(id)
  controllers.get(id)?.abort()
  controllers.delete(id)
  await running.get(id)
}

/** Forgets a project with all that was entered here and not sent. */
export const discard = (id: string): void => {
  void stop(id)
  for (const field of Object.keys(outbox.changesOf(id))) outbox.edit(id, field, () => undefined)
  forgetWork(id)
  forgetRow(id)
}

/** Deletes a draft that was never published, for good; throws `AppError`. */
export const deleteDraft = async (id: string): Promise<void> => {
  // A save that arrives later would make it again.
  await stop(id)
  try {
    const response = await calls.delete(id)
    // It was not there yet.
    if (response.error?.message !== 'project_missing') parseResponse(response, v.unknown())
  } catch (error) {
    schedule(id)
    throw error
  }
}

const sendAll = (): void => {
  for (const id of outbox.projects()) goOn(id)
}

/** Reads what this browser keeps for a user, and sends it. */
export const resume = async (user: string): Promise<void> => {
  const owner = `${backendUrl} ${user}`
  if (outbox.owner() !== owner) {
    for (const id of controllers.keys()) void stop(id)
    forgetWork()
  }
  await outbox.open(owner, async (id, isGone) => {
    // What another tab has sent shows here before its change goes.
    if (isGone && rowOf(id)) await save(id, {}).catch(() => {})
    else if (!isGone) schedule(id, OTHER_TAB_MS)
  })
  for (const id of outbox.projects()) retry(id)
}

const unsentIn = (id: string): string[] => {
  const title = draftOf(id).title.trim() || 'Without a title'
  const [changes, files] = [Object.keys(outbox.changesOf(id)).length, Object.keys(workOf(id).files).length]
  const { unsentFiles } = adminMessages.media.projects
  return [
    ...(changes > 0 ? [`“${title}”: ${pluralise(changes, 'change')}`] : []),
    ...(files > 0 ? [`“${title}”: ${unsentFiles(files)}`] : []),
  ]
}

/** Sends everything before its user leaves, for at most 6 s; returns what is left of each project, in words. */
export const sendBeforeLeaving = async (): Promise<string[]> => {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, LOG_OUT_MS))
  await Promise.race([Promise.allSettled(outbox.projects().map((id) => untilSent(id))), limit])
  return [...new Set([...outbox.projects(), ...busyProjects()])].flatMap(unsentIn)
}

// The page may end before what is being sent is answered: everything goes once more, words first, and stays until it is.
const leave = (): void => {
  const session = adminSession.current()
  if (!session || session.user.id !== userOf(outbox.owner())) return
  let room = LEAVING_BYTES
  for (const id of outbox.projects()) {
    if (rowOf(id)?.isGone) continue
    const isFirst = Object.values(outbox.changesOf(id)).some((change) => change.isFirst)
    if (!rowOf(id) && !isFirst) continue
    const size = (change: object) => new Blob([JSON.stringify({ ...change, files: undefined })]).size
    const small = Object.entries(dueOf(id)).sort(([, one], [, other]) => size(one) - size(other))
    const fitting = small.filter(([, change]) => {
      room -= size(change) + 100
      return room > 0
    })
    if (fitting.length > 0)
      save(id, toSend(id, Object.fromEntries(fitting), true), supabaseForLeaving(session.access_token)).catch(() => {})
  }
}

document.addEventListener('visibilitychange', () => (document.hidden ? leave() : sendAll()))
window.addEventListener('pagehide', leave)
window.addEventListener('online', sendAll)
