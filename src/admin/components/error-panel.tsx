import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { adminErrorText } from '@/admin/messages'
import { useReturnState } from '@/admin/return-to'
import { Link } from '@/components/link'
import { Button, buttonClass } from '@/components/ui/button'
import { isAppError } from '@/lib/errors'
import { paths } from '@/paths'

type ErrorPanelProps = {
  error: unknown
  title: string
  /** Replaces the message of the error's code. */
  children?: ReactNode
  query?: { refetch: () => unknown; isFetching?: boolean }
}

export function ErrorPanel({ error, title, children, query }: ErrorPanelProps) {
  const state = useReturnState()
  const signIn = isAppError(error, 'signed-out', 'not-allowed')
  return (
    <div role="alert" className="flex gap-3 rounded-card border border-danger/50 bg-danger-soft p-4">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="grid gap-3">
        <div>
          <p className="font-semibold text-danger">{title}</p>
          <p className="text-sm">{children ?? adminErrorText(error)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {signIn && (
            <Link to={paths.adminLogin.href} state={state} className={buttonClass({ size: 'sm' })}>
              Sign in
            </Link>
          )}
          {query && (
            <Button disabled={query.isFetching} onClick={() => void query.refetch()} variant="outline" size="sm">
              {query.isFetching ? 'Trying...' : 'Try again'}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
