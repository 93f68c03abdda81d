import { backendUrl } from '@/admin/backend/client'
import { adminSession } from '@/admin/session/admin-session'
import { setLeaveReason } from '@/admin/session/leaving'
import { adminMessages, pluralise } from '@/admin/words/messages'
import { type ProjectEditor, projectEditors } from './editor'
import { outbox } from './outbox'

const SIGN_OUT_TIMEOUT_MS = 6_000
// Browsers allow 64 kB in all for requests that outlive a page.
const KEEPALIVE_BYTES = 60_000
const REFRESH_DELAY_MS = 50

const resumeAll = (): void => {
  for (const id of outbox.projects()) projectEditors.get(id).resume()
}

// Fetches once for all changes that another tab has saved in one request; returns whether that succeeded.
const createRefresh = () => {
  const pending = new Map<string, Promise<boolean>>()
  const start = async (editor: ProjectEditor) => {
    await new Promise((resolve) => setTimeout(resolve, REFRESH_DELAY_MS))
    pending.delete(editor.id)
    return editor.save({}).then(
      () => true,
      () => false,
    )
  }
  return (editor: ProjectEditor): Promise<boolean> => {
    const refreshing = pending.get(editor.id) ?? start(editor)
    pending.set(editor.id, refreshing)
    return refreshing
  }
}

/** Loads the unsent changes that this browser keeps for a user, and sends them. */
export const resumeAfterSignIn = async (user: string): Promise<void> => {
  const owner = `${backendUrl} ${user}`
  if (outbox.owner !== owner) projectEditors.stopAll()
  const refresh = createRefresh()
  // What another tab has saved must show here before its change goes; if it can't be fetched, the change stays.
  await outbox.open(owner, async (id) => refresh(projectEditors.get(id)))
  for (const id of outbox.projects()) projectEditors.get(id).retryNow()
}

const describeUnsent = ({ title, pendingChanges, status, row }: ProjectEditor): string => {
  const changes = Object.keys(pendingChanges).length
  const files = Object.keys(status.files).length
  const { unsentFiles, unsentGone } = adminMessages.media.projects
  const parts = [
    changes > 0 && pluralise(changes, 'change'),
    files > 0 && unsentFiles(files),
    row?.isGone && unsentGone,
  ]
  return `“${title}”: ${parts.filter(Boolean).join('; ')}`
}

/** Sends everything before its user signs out, for at most 6 s; describes what is left of each project. */
export const sendBeforeLeaving = async (): Promise<string[]> => {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS))
  await Promise.race([Promise.allSettled(outbox.projects().map((id) => projectEditors.get(id).flush())), limit])
  return projectEditors.listActive().map(describeUnsent)
}

// The page may close before its last save is answered: everything is sent once more, and stays until it is acknowledged.
const saveOnLeave = (): void => {
  const session = adminSession.current()
  if (!session || !outbox.owner.endsWith(` ${session.user.id}`)) return
  let room = KEEPALIVE_BYTES
  for (const id of outbox.projects()) room -= projectEditors.get(id).saveOnLeave(room, session.access_token)
}

projectEditors.subscribe(() => {
  const isScaling = projectEditors.listActive().some(({ status }) => Object.keys(status.files).length > 0)
  setLeaveReason('outbox', outbox.hasUnstored() || isScaling ? 'closing' : undefined)
})
document.addEventListener('visibilitychange', () => (document.hidden ? saveOnLeave() : resumeAll()))
window.addEventListener('online', resumeAll)
