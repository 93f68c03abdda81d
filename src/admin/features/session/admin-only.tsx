import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '@/admin/components/empty-state'
import { adminMessages } from '@/admin/messages'
import { useAdminSession } from './admin-session'

type AdminOnlyProps = {
  /** What would be here, for example 'reviews'. */
  what: string
  children: ReactNode
}

/**
 * Keeps data panels closed until the database has confirmed an administrator: to anybody else its answers look like
 * empty lists. They stay when a session ends, so that nothing typed is lost; the notice above explains.
 */
export function AdminOnly({ what, children }: AdminOnlyProps) {
  const { access, inside } = useAdminSession()
  if (inside) return children
  if (access === 'checking') return <p role="status">Checking your session...</p>
  return (
    <EmptyState icon={LockKeyhole} title={`No ${what} to show`}>
      {adminMessages.session.closed(what)}
    </EmptyState>
  )
}
