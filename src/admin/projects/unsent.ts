import { backendUrl, supabaseForLeaving } from '@/admin/backend/client'
import { adminSession } from '@/admin/session/admin-session'
import { adminMessages, pluralise } from '@/admin/words/messages'
import { outbox } from '@/storage/outbox'
import { askedOf, draftOf, rowOf, save } from './rows'
import {
  dueOf,
  fittingIn,
  isFirst,
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
// Another tab sends its own changes, unless it was closed: two that send the same text in turns would overtake each other.
const OTHER_TAB_MS = 15_000
// Browsers take 64 kB in all of what outlives a page.
const LEAVING_BYTES = 60_000

const resumeAll = (): void => {
  for (const id of outbox.projects()) resumeInterrupted(id)
}

const MOMENT_MS = 50
const looks = new Map<string, Promise<boolean>>()
const heard = new Map<string, ReturnType<typeof setTimeout>>()

/** Looks once for all that another tab has sent at the same moment; returns whether that is known here now. */
const look = (id: string): Promise<boolean> => {
  const begin = async () => {
    await new Promise((resolve) => setTimeout(resolve, MOMENT_MS))
    looks.delete(id)
    return save(id, {}).then(
      () => true,
      () => false,
    )
  }
  const looking = looks.get(id) ?? begin()
  looks.set(id, looking)
  return looking
}

/** Reads what this browser keeps for a user, and sends it. */
export const resumeAfterSignIn = async (user: string): Promise<void> => {
  const owner = `${backendUrl} ${user}`
  if (outbox.owner() !== owner) {
    stopAll()
    forgetWork()
  }
  await outbox.open(owner, async (id, isGone) => {
    clearTimeout(heard.get(id))
    const takeOver = () => {
      outbox.adopt(id)
      resumeInterrupted(id)
    }
    heard.set(id, setTimeout(takeOver, OTHER_TAB_MS))
    // What another tab has sent shows here before its change goes, or else stays until the next answer.
    return !isGone || !(rowOf(id) || outbox.projects().includes(id)) || look(id)
  })
  for (const id of outbox.projects()) retry(id)
}

/** Whether something of a project stays here until somebody sees to it. */
export const isStuck = (id: string): boolean => {
  const isAsked = Object.keys(askedOf(id)).length > 0 || rowOf(id)?.isGone
  return Boolean(isAsked || workOf(id).failure || refusalsOf(id).length > 0)
}

/** A project that was changed here, by its title. */
export const titleOf = (id: string): string => draftOf(id).title.trim() || 'Without a title'

const unsentIn = (id: string): string[] => {
  const [changes, files] = [Object.keys(outbox.changesOf(id)).length, Object.keys(workOf(id).files).length]
  const { unsentFiles, unsentGone } = adminMessages.media.projects
  const what = [
    changes > 0 && pluralise(changes, 'change'),
    files > 0 && unsentFiles(files),
    rowOf(id)?.isGone && unsentGone,
  ]
  return [`“${titleOf(id)}”: ${what.filter(Boolean).join('; ')}`]
}

/** Sends everything before its user leaves, for at most 6 s; returns what is left of each project, in words. */
export const sendBeforeLeaving = async (): Promise<string[]> => {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, LOG_OUT_MS))
  await Promise.race([Promise.allSettled(outbox.projects().map((id) => untilSent(id))), limit])
  return [...new Set([...outbox.projects(), ...scaling()])].flatMap(unsentIn)
}

// The page may end before what is being sent is answered: everything goes once more, words first, and stays until it is.
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
