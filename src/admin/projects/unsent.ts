import { backendUrl, supabaseForLeaving } from '@/admin/backend/client'
import { adminSession } from '@/admin/session/admin-session'
import { adminMessages, pluralise } from '@/admin/words/messages'
import { outbox } from '@/storage/outbox'
import { draftOf, rowOf, save } from './rows'
import {
  dueOf,
  fittingIn,
  isFirst,
  needsChoice,
  resumeInterrupted,
  retry,
  sizeOf,
  stopAll,
  toSend,
  untilSent,
  userOf,
} from './saving'
import { forgetWork, refusalsOf, scaling, workOf } from './work'

const LOG_OUT_MS = 6_000
// Another tab sends its own changes, unless it was closed: two that send in turns would overtake each other.
const OTHER_TAB_MS = 15_000
// Browsers allow 64 kB in all for requests that outlive a page.
const LEAVING_BYTES = 60_000

const resumeAll = (): void => {
  for (const id of outbox.projects()) resumeInterrupted(id)
}

const MOMENT_MS = 50
const fetches = new Map<string, Promise<boolean>>()
const takeOverTimers = new Map<string, ReturnType<typeof setTimeout>>()

// Fetches once for all changes that another tab has sent at the same moment; returns whether that succeeded.
const fetchSoon = (id: string): Promise<boolean> => {
  const begin = async () => {
    await new Promise((resolve) => setTimeout(resolve, MOMENT_MS))
    fetches.delete(id)
    return save(id, {}).then(
      () => true,
      () => false,
    )
  }
  const fetching = fetches.get(id) ?? begin()
  fetches.set(id, fetching)
  return fetching
}

/** Reads the unsent changes that this browser keeps for a user, and sends them. */
export const resumeAfterSignIn = async (user: string): Promise<void> => {
  const owner = `${backendUrl} ${user}`
  if (outbox.owner() !== owner) {
    stopAll()
    forgetWork()
  }
  await outbox.open(owner, async (id, isGone) => {
    clearTimeout(takeOverTimers.get(id))
    const takeOver = () => {
      outbox.adopt(id)
      resumeInterrupted(id)
    }
    takeOverTimers.set(id, setTimeout(takeOver, OTHER_TAB_MS))
    // What another tab has sent must show here before its change goes; if it cannot be fetched, the change stays.
    return !isGone || !(rowOf(id) || outbox.projects().includes(id)) || fetchSoon(id)
  })
  for (const id of outbox.projects()) retry(id)
}

/** Whether a project has changes that are not sent until somebody sees to them. */
export const isStuck = (id: string): boolean =>
  needsChoice(id) || Boolean(workOf(id).failure) || refusalsOf(id).length > 0

export const titleOf = (id: string): string => draftOf(id).title.trim() || 'Without a title'

const unsentText = (id: string): string => {
  const changes = Object.keys(outbox.changesOf(id)).length
  const files = Object.keys(workOf(id).files).length
  const { unsentFiles, unsentGone } = adminMessages.media.projects
  const what = [
    changes > 0 && pluralise(changes, 'change'),
    files > 0 && unsentFiles(files),
    rowOf(id)?.isGone && unsentGone,
  ]
  return `“${titleOf(id)}”: ${what.filter(Boolean).join('; ')}`
}

/** Sends everything before its user leaves, for at most 6 s; returns, in words, what is left of each project. */
export const sendBeforeLeaving = async (): Promise<string[]> => {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, LOG_OUT_MS))
  await Promise.race([Promise.allSettled(outbox.projects().map((id) => untilSent(id))), limit])
  return [...new Set([...outbox.projects(), ...scaling()])].map(unsentText)
}

// The page may close before its last save is answered: everything goes once more, and stays until it is answered.
const leave = (): void => {
  const session = adminSession.current()
  if (!session || session.user.id !== userOf(outbox.owner())) return
  let room = LEAVING_BYTES
  for (const id of outbox.projects()) {
    if (rowOf(id)?.isGone || (!rowOf(id) && !isFirst(id))) continue
    const fitting = fittingIn(dueOf(id), room)
    room -= sizeOf(fitting)
    if (Object.keys(fitting).length > 0)
      save(id, toSend(id, fitting, true), supabaseForLeaving(session.access_token)).catch(() => {})
  }
}

document.addEventListener('visibilitychange', () => (document.hidden ? leave() : resumeAll()))
window.addEventListener('online', resumeAll)
