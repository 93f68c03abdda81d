import { LockKeyhole } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { EmptyState } from '@/admin/components/empty-state'
import { adminMessages } from '@/admin/messages'
import { useAccess } from './access'

type AdminOnlyProps = {
  /** What would be here, for example 'reviews'. */
  what: string
  children: ReactNode
}

/**
 * Keeps data panels closed until the database has confirmed an administrator: to anybody else its answers look like
 * empty lists. Once open they stay, so that nothing typed is lost when a session ends; the notice above explains.
 */
export function AdminOnly({ what, children }: AdminOnlyProps) {
  const { access } = useAccess()
  const [opened, setOpened] = useState(access === 'granted')
  if (access === 'granted' && !opened) setOpened(true)
  if (opened) return children
  if (access === 'checking') return <p role="status">Checking your session...</p>
  return (
    <EmptyState icon={LockKeyhole} title={`No ${what} to show`}>
      {adminMessages.session.closed(what)}
    </EmptyState>
  )
}
