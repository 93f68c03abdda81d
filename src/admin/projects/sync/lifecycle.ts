import { backendUrl } from '@/admin/backend/client'
import { adminSession } from '@/admin/session/admin-session'
import { setNavigationGuard } from '@/admin/session/navigation-guard'
import { adminMessages, pluralise } from '@/admin/text/messages'
import { isMissing, type ProjectEditor, projectEditors } from './editor'
import { outbox } from './outbox'

const SIGN_OUT_TIMEOUT_MS = 6_000
// Browsers limit a page's keepalive requests to 64 kB in total.
const KEEPALIVE_BYTES = 60_000

const resumeAll = (): void => {
  for (const id of outbox.projects()) projectEditors.get(id).resume()
}

/** Sends a user's unsent changes from this browser. */
export const resumeAfterSignIn = async (user: string): Promise<void> => {
  const owner = `${backendUrl} ${user}`
  if (outbox.owner !== owner) projectEditors.stopAll()
  await outbox.open(owner, {
    // Fetch the other tab's saves first, and keep the change if that fails.
    onRemoved: (id) =>
      projectEditors
        .get(id)
        .save({})
        .then(() => true, isMissing),
    onAdopted: (id) => projectEditors.get(id).takeOverLater(),
  })
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

/** Sends all changes within 6 s. Returns descriptions of unsent ones. */
export const sendBeforeLeaving = async (): Promise<string[]> => {
  const signal = AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS)
  await Promise.allSettled(outbox.projects().map((id) => projectEditors.get(id).flush(signal)))
  return projectEditors.listActive().map(describeUnsent)
}

// The page may close before a response. Changes stay stored until acknowledged.
const saveOnLeave = (): void => {
  const session = adminSession.current()
  if (!session || outbox.user !== session.user.id) return
  let room = KEEPALIVE_BYTES
  for (const id of outbox.projects()) room -= projectEditors.get(id).saveOnLeave(room, session.access_token)
}

projectEditors.subscribe(() => {
  const isScaling = projectEditors.listActive().some(({ status }) => Object.keys(status.files).length > 0)
  setNavigationGuard('outbox', outbox.hasUnstored() || isScaling ? 'closing' : undefined)
})
document.addEventListener('visibilitychange', () => (document.hidden ? saveOnLeave() : resumeAll()))
window.addEventListener('online', resumeAll)
