import { isTransient } from '@/admin/backend/errors'
import { ErrorPanel } from '@/admin/components/error-panel'
import { useBuild } from '@/admin/data/waiting'
import { buildText } from '@/admin/words/build-text'
import { formatMoment } from '@/admin/words/format-date'
import { adminMessages } from '@/admin/words/messages'
import { Link } from '@/components/link'
import { Alert, FocusedMessage } from '@/components/ui/alert'
import { type AppError, isAppError } from '@/lib/errors'
import { paths } from '@/paths'
import { outbox } from '@/storage/outbox'
import { photographsOf } from './fields'
import type { ProjectState } from './project-state'
import { isChanged, type usePublishing } from './publishing'
import { refusalText } from './questions'
import { causeOf } from './rows'
import { retry } from './saving'
import { refusalsOf } from './work'

const texts = adminMessages.media.projects

export function Published({ isDone, address }: { isDone: boolean; address: string | null }) {
  const build = useBuild()
  const href = paths.project.href(address ?? '')
  if (!isDone) return null
  return (
    <FocusedMessage className="scroll-mt-24">
      <Alert tone="success" title="Published.">
        <span>
          {build && build.state !== 'current'
            ? `${adminMessages.media.publish.live} ${buildText(build)}`
            : adminMessages.media.publish.live}
        </span>{' '}
        <Link to={href} target="_blank" className="font-semibold underline underline-offset-4">
          Look at {href}
          <span className="sr-only"> in a new tab</span>
        </Link>
      </Alert>
    </FocusedMessage>
  )
}

const reasonOf = (error: unknown): string | undefined => {
  const { message } = causeOf(error)
  if (message === 'too_many_projects') return texts.tooMany
  if (isChanged(error)) return texts.changedMeanwhile
  return message === 'media_missing' ? texts.photographGone : undefined
}

const whyOf = (waiting: AppError) => {
  if (isAppError(waiting, 'restoring')) return 'a backup is being restored'
  return isAppError(waiting, 'offline') ? 'no connection' : 'the server is busy'
}

type StatusProps = { project: ProjectState; publishing: ReturnType<typeof usePublishing> }

/** Says whether the project is saved or published, and why not. */
export function SaveStatus({ project, publishing }: StatusProps) {
  const { id, row, draft, changes, asked, work } = project
  const { failure, files, refused } = work
  const waiting = [failure, ...Object.values(refused)].find(isTransient)
  const elsewhere = photographsOf(draft).filter((photograph) => !photograph.picture && !files[photograph.id]).length
  const isUnsaved = Object.keys({ ...changes, ...files }).length > 0
  const refusals = refusalsOf(id)
  const refusal = refusals.map(([field]) => refusalText(work, field)).find(Boolean)
  const statusOf = (): string => {
    if (publishing.isPending && waiting) return texts.waits('published', whyOf(waiting))
    if (waiting && isUnsaved) return texts.waits('saved', whyOf(waiting))
    if (publishing.isPending) return 'Publishing...'
    if (Object.keys(asked).length > 0) return texts.isAsked
    if (isUnsaved) return failure || refusals.length > 0 || row.isGone ? texts.notSaved : 'Saving...'
    return row.version === 0 ? texts.nothing : texts.saved(formatMoment(row.updated_at))
  }
  const status = statusOf()
  const isStopped = isUnsaved && ((failure !== undefined && !isTransient(failure)) || refusal !== undefined)
  return (
    <div className="grid basis-full gap-2 text-sm">
      {isStopped && (
        <ErrorPanel title={texts.notSaved} error={failure} query={{ refetch: () => retry(id) }}>
          {refusal ?? reasonOf(failure)}
        </ErrorPanel>
      )}
      {publishing.error && (
        <ErrorPanel title={texts.notPublished} error={publishing.error}>
          {reasonOf(publishing.error)}
        </ErrorPanel>
      )}
      <p role="status">{isStopped && status === texts.notSaved ? '' : status}</p>
      {elsewhere > 0 && <p>{texts.elsewhere(elsewhere)}</p>}
      {outbox.unreadable() > 0 && <p>{texts.unreadable(outbox.unreadable())}</p>}
    </div>
  )
}
