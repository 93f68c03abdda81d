import { isTransient } from '@/admin/backend/errors'
import { queryClient, reportRefusal } from '@/admin/backend/query-client'
import { tryNow, untilAnswered } from '@/admin/backend/until-answered'
import { portfolioQuery, projectMutations } from '@/admin/data/projects'
import { assertSession } from '@/admin/session/assert-session'
import { type Change, type Changes, newName, outbox, type StoredFile } from '@/storage/outbox'
import { fieldOf, isSame, numberOf, photographIn, settled } from './fields'
import { askedOf, forgetRow, isMissing, knownRow, rowOf, rowQuery, save, setRow } from './rows'
import { areStored, lose, uploadPictures } from './uploads'
import { forgetWork, note, refusalsOf, refuse, subscribe, without, workOf } from './work'

const PAUSE_MS = 1_000
const LONGEST_WAIT_MS = 10_000
const LONGEST_LOSS_MS = 25_000
// Without a long text a save is small enough for any line.
const SAVE_BYTES = 1_900

type Sending = {
  controller: AbortController
  timer?: ReturnType<typeof setTimeout>
  /** When the first change was entered that waits for the timer. */
  since?: number | undefined
  now?: Promise<void>
  next?: Promise<void> | undefined
}
const sendings = new Map<string, Sending>()

const sendingOf = (id: string): Sending => {
  const sending = sendings.get(id) ?? { controller: new AbortController() }
  sendings.set(id, sending)
  return sending
}

/** The user whose changes these are, as they name it. */
export const userOf = (owner: string): string | undefined => owner.split(' ').at(-1)

const schedule = (id: string, ms = PAUSE_MS): void => {
  const sending = sendingOf(id)
  sending.since ??= Date.now()
  clearTimeout(sending.timer)
  sending.timer = setTimeout(send, Math.max(0, Math.min(ms, sending.since + LONGEST_WAIT_MS - Date.now())), id)
}

// A photograph may still be scaled for them.
const deleted = new Set<string>()

/** Goes on with everything that can be done for a project; what is to be saved goes after a pause. */
export const resumeInterrupted = (id: string, ms = 0): void => {
  if (deleted.has(id)) return
  schedule(id, ms)
  uploadPictures(id, sendingOf(id).controller.signal, () => resumeInterrupted(id, PAUSE_MS))
}

/** What can be sent of a project now. */
export const dueOf = (id: string): Changes => {
  const asked = askedOf(id)
  const { refused } = workOf(id)
  return Object.fromEntries(
    Object.entries(outbox.changesOf(id)).filter(
      ([field, { files, isHeard }]) => !isHeard && !asked[field] && !(field in refused) && areStored(files),
    ),
  )
}

/** How many bytes changes take on the line. */
export const sizeOf = (changes: Changes): number =>
  new Blob([JSON.stringify(Object.entries(changes).map(([field, change]) => [field, { ...change, files: [] }]))]).size

/** As many changes as fit into these bytes: first the names of photographs, by which those are there, then small ones. */
export const fittingIn = (changes: Changes, bytes: number): Changes => {
  const rank = ([field, change]: [string, Change]) => (field.endsWith('/name') ? 0 : sizeOf({ [field]: change }))
  let fitting: Changes = {}
  for (const [field, change] of Object.entries(changes).sort((one, other) => rank(one) - rank(other))) {
    const more = { ...fitting, [field]: change }
    if (sizeOf(more) <= bytes) fitting = more
  }
  return fitting
}

/** Whether the server has nothing of a project yet, as far as its changes tell. */
export const isFirst = (id: string): boolean => Object.values(outbox.changesOf(id)).some((change) => change.isFirst)

/** Notes that a field's text is sent now. What was not answered is sent again unchanged, but for whoever leaves. */
export const toSend = (id: string, due: Changes, isLeaving = false): Changes =>
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

const losses = new Map<string, number>()

// A file that was cleared before its row named it is uploaded again, each time after a longer pause, while it is here.
const takeRefusal = (id: string, field: string, code: string): void => {
  const { files } = outbox.changesOf(id)[field] ?? {}
  if (code !== 'media_missing' || !files) return void refuse(id, field, code)
  const count = losses.get(field) ?? 0
  losses.set(field, count + 1)
  lose(files.map(({ name }) => name))
  setTimeout(resumeInterrupted, Math.min(LONGEST_LOSS_MS, 1_000 * 2 ** count), id)
}

// What waits here should not be cleared to make room; Firefox asks about it.
let isKept = false
const keep = (): void => {
  if (!isKept) void navigator.storage?.persist?.()
  isKept = true
}

const start = async (id: string, signal: AbortSignal): Promise<void> => {
  const onFailure = (failure: unknown) => {
    note(id, () => ({ failure }))
    reportRefusal(failure)
    keep()
  }
  if (signal.aborted || deleted.has(id) || Object.keys(outbox.changesOf(id)).length === 0) return
  try {
    if (rowOf(id) === undefined && !isFirst(id))
      await untilAnswered(() => queryClient.fetchQuery(rowQuery(id)), signal, onFailure)
    if (rowOf(id) === null && !isFirst(id)) setRow(id, { isGone: true })
    note(id, () => ({ failure: undefined }))
    const due = dueOf(id)
    const count = Object.keys(due).length
    if (rowOf(id)?.isGone || count === 0) return
    const small = fittingIn(due, SAVE_BYTES)
    // Long texts go last, together.
    const sent = toSend(id, Object.keys(small).length > 0 ? small : due)
    const attempt = async () => {
      await assertSession(userOf(outbox.owner()))
      return save(id, sent)
    }
    const refused = await untilAnswered(attempt, signal, onFailure)
    note(id, () => ({ failure: undefined }))
    for (const [field, code] of Object.entries(refused))
      if (isSame(outbox.changesOf(id)[field]?.is, sent[field]?.is)) takeRefusal(id, field, code)
    void queryClient.invalidateQueries({ queryKey: portfolioQuery.queryKey })
    if (Object.keys(dueOf(id)).length > 0) schedule(id, count > Object.keys(sent).length ? 0 : PAUSE_MS)
  } catch (failure) {
    if (isMissing(failure)) setRow(id, { isGone: true })
    else if (!signal.aborted) onFailure(failure)
  }
}

/** Sends what is due of a project, once what is being sent has been answered. */
function send(id: string): void {
  const sending = sendingOf(id)
  clearTimeout(sending.timer)
  sending.since = undefined
  sending.next ??= (sending.now ?? Promise.resolve()).then(() => {
    sending.next = undefined
    sending.now = start(id, sending.controller.signal)
    return sending.now
  })
}

// What Postgres stores in no text: the character zero, and half an emoji.
const UNSTORABLE = /\0|\p{Cs}/gu

/** Enters something in a field. It is kept in this browser at once, and sent after a pause of a second. */
export const enter = (id: string, field: string, value: unknown, files?: readonly StoredFile[]): void => {
  const is = typeof value === 'string' ? value.replace(UNSTORABLE, '') : value
  const row = knownRow(id)
  const { refused } = workOf(id)
  // Where one has become shorter, another may fit.
  const isLasting = (why: unknown) => why instanceof Error || why === 'media_missing'
  const others = Object.entries(without(refused, field)).filter(([, why]) => isLasting(why))
  if (Object.keys(refused).length > others.length) note(id, () => ({ refused: Object.fromEntries(others) }))
  const by = newName()
  outbox.edit(id, field, (now) => {
    const next: Change = {
      at: now?.at ?? numberOf(row, field),
      by: now && !now.isLoaded ? now.by : by,
      is,
      ...(now?.sent && { sent: now.sent }),
      ...(row.version === 0 && !row.isGone && { isFirst: true }),
      ...(files && { files: [...files] }),
    }
    return next.sent || settled(row, field, next, outbox.changesOf(id)) !== undefined ? next : undefined
  })
  schedule(id)
  if (files) resumeInterrupted(id, PAUSE_MS)
}

/** Answers a question about a field: one's own text is sent over the other one, or dropped. */
export const answer = (id: string, field: string, isMine: boolean): void => {
  const { id: photograph } = photographIn(field)
  const asked = askedOf(id)
  const isOfSame = (one: string) => asked[one] === 'removed' && photographIn(one).id === photograph
  if (asked[field] === 'removed' && isMine) enter(id, fieldOf(photograph, 'removed'), false)
  for (const one of asked[field] === 'removed' ? Object.keys(asked).filter(isOfSame) : [field]) {
    const at = numberOf(knownRow(id), one)
    outbox.edit(id, one, (now) => (isMine && now ? { ...now, at, sent: undefined } : undefined))
  }
  resumeInterrupted(id)
}

/** Tries again at once what was refused, or waits. */
export const retry = (id: string): void => {
  note(id, () => ({ failure: undefined, refused: {} }))
  tryNow()
  resumeInterrupted(id)
}

/** Waits until the server has all that was entered of a project. Throws what somebody has to see to first. */
export const untilSent = (id: string, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = () => {
      const whys = [workOf(id).failure, ...refusalsOf(id).map(([, why]) => why)]
      const wrong = whys.find((one) => one !== undefined && !isTransient(one))
      const isDone = Object.keys(outbox.changesOf(id)).length === 0
      const isAsked = Object.keys(askedOf(id)).length > 0 || rowOf(id)?.isGone
      if (!isDone && !isAsked && wrong === undefined && !signal?.aborted) return
      stopLooking()
      if (isDone) resolve()
      else reject(wrong instanceof Error ? wrong : new DOMException('Somebody has to choose', 'AbortError'))
    }
    const stopLooking = subscribe(look)
    signal?.addEventListener('abort', look, { once: true })
    note(id, () => ({ failure: undefined }))
    resumeInterrupted(id)
  })

/** Stops what is being done for a project; returns once nothing is under way. */
const stop = async (id: string): Promise<void> => {
  const sending = sendings.get(id)
  sendings.delete(id)
  clearTimeout(sending?.timer)
  sending?.controller.abort()
  await sending?.now
}

/** Stops everything. */
export const stopAll = (): void => {
  for (const id of sendings.keys()) void stop(id)
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
  deleted.add(id)
  await stop(id)
  try {
    await projectMutations.delete(id)
  } catch (error) {
    // It was not there yet.
    if (isMissing(error)) return
    deleted.delete(id)
    resumeInterrupted(id)
    throw error
  }
}
