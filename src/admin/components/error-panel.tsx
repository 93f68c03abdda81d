import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { adminErrorText } from '@/admin/text/messages'
import { Link } from '@/components/link'
import { buttonClass } from '@/components/ui/button'
import { isAppError } from '@/lib/errors'
import { paths } from '@/paths'
import { useReturnState } from './return-to'
import { type Retry, RetryButton, SmallButton } from './small-button'

type ErrorPanelProps = {
  error: unknown
  title: string
  children?: ReactNode
  query?: Retry
  /** Whether it is announced elsewhere. */
  silent?: boolean
}

export function ErrorPanel({ error, title, children, query, silent = false }: ErrorPanelProps) {
  const state = useReturnState()
  return (
    <div
      role={silent ? undefined : 'alert'}
      className="flex gap-3 rounded-card border border-danger/50 bg-danger-soft p-4"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="grid gap-3">
        <div>
          <p className="font-semibold text-danger">{title}</p>
          <p className="text-sm">{children ?? adminErrorText(error)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {isAppError(error, 'signed-out', 'not-allowed') && (
            <Link to={paths.adminLogin.href} state={state} className={buttonClass({ size: 'sm' })}>
              Sign in
            </Link>
          )}
          {isAppError(error, 'outdated', 'blocked') && (
            <SmallButton variant="default" onClick={() => window.location.reload()}>
              Reload the page
            </SmallButton>
          )}
          {query && !isAppError(error, 'outdated') && <RetryButton query={query} />}
        </div>
      </div>
    </div>
  )
}
