import { isTransient } from '@/admin/backend/errors'
import { ErrorPanel } from '@/admin/components/error-panel'
import { useRebuildStatus } from '@/admin/data/attention'
import { rebuildStatusText } from '@/admin/text/build-text'
import { formatTimeOrDate } from '@/admin/text/format-date'
import { adminMessages } from '@/admin/text/messages'
import { Link } from '@/components/link'
import { Alert, FocusedMessage } from '@/components/ui/alert'
import { type AppError, isAppError } from '@/lib/errors'
import { paths } from '@/paths'
import { rejectionText } from './conflicts'
import { listPhotos } from './draft'
import { isChanged, type usePublishing } from './publishing'
import { databaseError, projectEditors } from './sync/editor'
import { outbox } from './sync/outbox'
import type { ProjectState } from './use-project'

const texts = adminMessages.media.projects

export function Published({ isDone, address }: { isDone: boolean; address: string | null }) {
  const build = useRebuildStatus()
  const href = paths.project.href(address ?? '')
  if (!isDone) return null
  return (
    <FocusedMessage className="scroll-mt-24">
      <Alert tone="success" title="Published.">
        <span>
          {build && build.state !== 'current'
            ? `${adminMessages.media.publish.live} ${rebuildStatusText(build)}`
            : adminMessages.media.publish.live}
        </span>{' '}
        <Link to={href} target="_blank" className="font-semibold underline underline-offset-4">
          View {href}
          <span className="sr-only"> in a new tab</span>
        </Link>
      </Alert>
    </FocusedMessage>
  )
}

const getReason = (error: unknown): string | undefined => {
  const { message } = databaseError(error)
  if (message === 'too_many_projects') return texts.tooMany
  if (isChanged(error)) return texts.changedMeanwhile
  return message === 'media_missing' ? texts.photographGone : undefined
}

const explainWaiting = (waiting: AppError) => {
  if (isAppError(waiting, 'restoring')) return 'a backup is being restored'
  return isAppError(waiting, 'offline') ? 'no connection' : 'the server is busy'
}

type StatusProps = { project: ProjectState; publishing: ReturnType<typeof usePublishing> }

export function SaveStatus({ project, publishing }: StatusProps) {
  const { id, row, draft, changes, conflicts, status: editing } = project
  const { failure, files, rejected } = editing
  const editor = projectEditors.get(id)
  const waiting = [failure, ...Object.values(rejected)].find(isTransient)
  const elsewhere = listPhotos(draft).filter((photograph) => !photograph.picture && !files[photograph.id]).length
  const isUnsaved = Object.keys({ ...changes, ...files }).length > 0
  const rejections = editor.rejected
  const rejection = rejections.map(([field]) => rejectionText(editing, field)).find(Boolean)
  const getStatus = (): string => {
    if (publishing.isPending && waiting) return texts.waits('published', explainWaiting(waiting))
    if (waiting && isUnsaved) return texts.waits('saved', explainWaiting(waiting))
    if (publishing.isPending) return 'Publishing...'
    if (Object.keys(conflicts).length > 0) return texts.isAsked
    if (isUnsaved) return failure || rejections.length > 0 || row.isGone ? texts.notSaved : 'Saving...'
    return row.version === 0 ? texts.nothing : texts.saved(formatTimeOrDate(row.updated_at))
  }
  const status = getStatus()
  const isStopped = isUnsaved && ((failure !== undefined && !isTransient(failure)) || rejection !== undefined)
  return (
    <div className="grid basis-full gap-2 text-sm">
      {isStopped && (
        <ErrorPanel title={texts.notSaved} error={failure} query={{ refetch: () => editor.retryNow() }}>
          {rejection ?? getReason(failure)}
        </ErrorPanel>
      )}
      {publishing.error && (
        <ErrorPanel title={texts.notPublished} error={publishing.error}>
          {getReason(publishing.error)}
        </ErrorPanel>
      )}
      <p role="status">{isStopped && status === texts.notSaved ? '' : status}</p>
      {elsewhere > 0 && <p>{texts.elsewhere(elsewhere)}</p>}
      {outbox.unreadable > 0 && <p>{texts.unreadable(outbox.unreadable)}</p>}
    </div>
  )
}
