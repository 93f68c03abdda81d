import { ErrorPanel } from '@/admin/components/error-panel'
import { formatMoment } from '@/admin/format-date'
import { adminMessages } from '@/admin/messages'
import { Link } from '@/components/link'
import { Alert, useFocusWhenShown } from '@/components/ui/alert'
import { paths } from '@/paths'
import { isAtRisk, type Opened } from './opened'
import { isRepeated } from './saver'

const texts = adminMessages.media.projects
const { live } = adminMessages.media.publish

/** Says that the project was published, and where. */
export function Published({ opened: { outcome, saved } }: { opened: Opened }) {
  const published = outcome && 'build' in outcome ? outcome : undefined
  const notice = useFocusWhenShown<HTMLDivElement>(published)
  const href = paths.project.href(saved.address ?? '')
  if (!published) return null
  return (
    <div ref={notice} tabIndex={-1} className="scroll-mt-24">
      <Alert tone="success" title="Published.">
        {live[published.build]}{' '}
        <Link to={href} target="_blank" className="font-semibold underline underline-offset-4">
          Look at {href}
          <span className="sr-only"> in a new tab</span>
        </Link>
      </Alert>
    </div>
  )
}

const reasonOf = (error: unknown): string | undefined => {
  const { message } = ((error as Error).cause ?? {}) as { message?: string }
  if (message === 'too_many_projects') return texts.tooMany
  return message === 'media_missing' ? texts.photographGone : undefined
}

/** Whether it is saved, and why not. */
export function SaveStatus({ opened, onRetry }: { opened: Opened; onRetry: () => void }) {
  const { busy, draft, edits, files, outcome, saved, savedAt } = opened
  const failed = outcome && 'error' in outcome ? outcome : undefined
  const isWaiting = failed !== undefined && isRepeated(failed.error)
  const elsewhere = draft.photographs.filter((one) => !one.picture && !files[one.id]).length
  const statusOf = (): string => {
    if (isWaiting) return busy === 'publish' ? texts.publishingWaits : texts.noConnection
    if (busy === 'publish') return 'Publishing...'
    if (isAtRisk(opened)) return failed ? texts.notSaved : 'Saving...'
    return saved.version === null && edits === 0 ? texts.nothing : texts.saved(formatMoment(savedAt))
  }
  return (
    <div className="grid basis-full gap-2 text-sm">
      {failed && !isWaiting && (
        <ErrorPanel
          title={failed.did === 'publish' ? texts.notPublished : texts.notSaved}
          error={failed.error}
          {...(failed.did !== 'publish' && { query: { refetch: onRetry } })}
        >
          {reasonOf(failed.error)}
        </ErrorPanel>
      )}
      <p role="status">{statusOf()}</p>
      {elsewhere > 0 && <p>{texts.elsewhere(elsewhere)}</p>}
    </div>
  )
}
