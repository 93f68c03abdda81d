import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '@/admin/components/empty-state'
import { adminMessages } from '@/admin/text/messages'
import { useAdminSession } from './admin-session'

type AdminOnlyProps = { what: string; children: ReactNode }

/** Shows its children once an administrator is confirmed, even after the session ends. */
export function AdminOnly({ what, children }: AdminOnlyProps) {
  const { access, canShowAdminData } = useAdminSession()
  if (canShowAdminData) return children
  if (access === 'checking') return <p role="status">Checking your session...</p>
  return (
    <EmptyState icon={LockKeyhole} title={`No ${what} to show`}>
      {adminMessages.session.closed(what)}
    </EmptyState>
  )
}
