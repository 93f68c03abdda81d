import { UNSTORABLE } from '@contract/text'
import { isTransient } from '@/admin/backend/errors'
import { queryClient, reportRefusal } from '@/admin/backend/query-client'
import { tryNow, untilAnswered } from '@/admin/backend/until-answered'
import { portfolioQuery, projectMutations } from '@/admin/data/projects'
import { assertSession } from '@/admin/session/assert-session'
import { type Change, type Changes, newName, outbox, type StoredFile } from '@/storage/outbox'
import { fieldOf, isSame, numberOf, photographIn, settled } from './fields'
import { askedOf, forgetRow, isMissing, knownRow, rowOf, rowQuery, save, setRow } from './rows'
import { areStored, lose, unblockedIn, uploadPictures } from './uploads'
import { forgetWork, note, refusalsOf, refuse, subscribe, without, workOf } from './work'

const PAUSE_MS = 1_000
const LONGEST_WAIT_MS = 10_000
const LONGEST_LOSS_MS = 25_000
// Without a long text, a save is small enough for any line.
const SAVE_BYTES = 1_900

type Sending = {
  controller: AbortController
  timer?: ReturnType<typeof setTimeout>
  /** When the first change that waits for the timer was entered. */
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

/** The id of the user in an outbox's owner. */
export const userOf = (owner: string): string | undefined => owner.split(' ').at(-1)

const schedule = (id: string, ms = PAUSE_MS): void => {
  const sending = sendingOf(id)
  sending.since ??= performance.now()
  clearTimeout(sending.timer)
  sending.timer = setTimeout(send, Math.max(0, Math.min(ms, sending.since + LONGEST_WAIT_MS - performance.now())), id)
}

// Remembered, as a photograph may still be scaled for them.
const deleted = new Set<string>()

/** Resumes saving, after a pause of `ms`, and uploading a project. */
export const resumeInterrupted = (id: string, ms = 0): void => {
  if (deleted.has(id)) return
  schedule(id, ms)
  uploadPictures(id, sendingOf(id).controller.signal, () => resumeInterrupted(id, PAUSE_MS))
}

/** The changes of a project that can be sent now. */
export const dueOf = (id: string): Changes =>
  Object.fromEntries(unblockedIn(id).filter(([, { files }]) => areStored(files)))

/** The size of changes in a request, in bytes. */
export const sizeOf = (changes: Changes): number =>
  new Blob([JSON.stringify(Object.entries(changes).map(([field, change]) => [field, { ...change, files: [] }]))]).size

/** As many changes as fit into these bytes: first the names, by which photographs exist, then the smallest. */
export const fittingIn = (changes: Changes, bytes: number): Changes => {
  const rank = ([field, change]: [string, Change]) => (field.endsWith('/name') ? 0 : sizeOf({ [field]: change }))
  let fitting: Changes = {}
  for (const [field, change] of Object.entries(changes).sort((a, b) => rank(a) - rank(b))) {
    const more = { ...fitting, [field]: change }
    if (sizeOf(more) <= bytes) fitting = more
  }
  return fitting
}

/** Whether somebody has to choose before a project can be saved. */
export const needsChoice = (id: string): boolean => Object.keys(askedOf(id)).length > 0 || rowOf(id)?.isGone === true

/** Whether the server has nothing of a project yet, as far as its changes tell. */
export const isFirst = (id: string): boolean => Object.values(outbox.changesOf(id)).some((change) => change.isFirst)

/** Notes that changes are sent now. Unanswered values are sent again unchanged, unless the page is closing. */
export const toSend = (id: string, due: Changes, isLeaving = false): Changes =>
  Object.fromEntries(
    Object.entries(due).map(([field, change]) => {
      const last = change.sent?.at(-1)
      const is = isLeaving || last === undefined ? change.is : last
      const sent = [...(change.sent ?? []), ...(isSame(last, is) ? [] : [is])]
      // The bytes of files are not written again for it.
      if (!change.files) outbox.edit(id, field, (now) => now && { ...now, sent })
      return [field, { ...change, is, sent: change.sent }]
    }),
  )

const losses = new Map<string, number>()

// A file that was cleaned up before its row named it is uploaded again, after ever longer pauses.
const takeRefusal = (id: string, field: string, code: string): void => {
  const { files } = outbox.changesOf(id)[field] ?? {}
  if (code !== 'media_missing' || !files) return void refuse(id, field, code)
  const count = losses.get(field) ?? 0
  losses.set(field, count + 1)
  lose(files.map(({ name }) => name))
  setTimeout(resumeInterrupted, Math.min(LONGEST_LOSS_MS, 1_000 * 2 ** count), id)
}

// Keeps the browser from clearing unsent changes. Asked for only when needed, as Firefox asks the user.
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

/** Changes a field. The change is stored in this browser at once, and sent after a pause of a second. */
export const enter = (id: string, field: string, value: unknown, files?: readonly StoredFile[]): void => {
  const is = typeof value === 'string' ? value.replace(UNSTORABLE, '') : value
  const row = knownRow(id)
  const { refused } = workOf(id)
  // Refusals for size are dropped: with this field shorter, another may fit.
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

/** Answers a question about a field: one's own value is sent over the other, or dropped. */
export const answer = (id: string, field: string, isMine: boolean): void => {
  const { id: photograph } = photographIn(field)
  const asked = askedOf(id)
  const isRemoved = asked[field] === 'removed'
  const isOfSame = (other: string) => asked[other] === 'removed' && photographIn(other).id === photograph
  if (isRemoved && isMine) enter(id, fieldOf(photograph, 'removed'), false)
  for (const answered of isRemoved ? Object.keys(asked).filter(isOfSame) : [field]) {
    const at = numberOf(knownRow(id), answered)
    outbox.edit(id, answered, (now) => (isMine && now ? { ...now, at, sent: undefined } : undefined))
  }
  resumeInterrupted(id)
}

/** Tries again at once what was refused or is waiting. */
export const retry = (id: string): void => {
  note(id, () => ({ failure: undefined, refused: {} }))
  tryNow()
  resumeInterrupted(id)
}

/** Waits until the server has all changes of a project. Throws what somebody has to see to first. */
export const untilSent = (id: string, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const check = () => {
      const failures = [workOf(id).failure, ...refusalsOf(id).map(([, why]) => why)]
      const lasting = failures.find((failure) => failure !== undefined && !isTransient(failure))
      const isDone = Object.keys(outbox.changesOf(id)).length === 0
      if (!isDone && !needsChoice(id) && lasting === undefined && !signal?.aborted) return
      unsubscribe()
      if (isDone) resolve()
      else reject(lasting instanceof Error ? lasting : new DOMException('Somebody has to choose', 'AbortError'))
    }
    const unsubscribe = subscribe(check)
    signal?.addEventListener('abort', check, { once: true })
    note(id, () => ({ failure: undefined }))
    resumeInterrupted(id)
  })

const stop = async (id: string): Promise<void> => {
  const sending = sendings.get(id)
  sendings.delete(id)
  clearTimeout(sending?.timer)
  sending?.controller.abort()
  await sending?.now
}

/** Stops saving and uploading all projects; what is not sent stays in the outbox. */
export const stopAll = (): void => {
  for (const id of sendings.keys()) void stop(id)
}

/** Forgets a project with its unsent changes. */
export const discard = (id: string): void => {
  void stop(id)
  for (const field of Object.keys(outbox.changesOf(id))) outbox.edit(id, field, () => undefined)
  forgetWork(id)
  forgetRow(id)
}

/** Deletes a draft that was never published, for good. Throws `AppError`. */
export const deleteDraft = async (id: string): Promise<void> => {
  // A save that arrives later would create it again.
  deleted.add(id)
  await stop(id)
  try {
    await projectMutations.delete(id)
  } catch (error) {
    // The server did not have it yet.
    if (isMissing(error)) return
    deleted.delete(id)
    resumeInterrupted(id)
    throw error
  }
}
