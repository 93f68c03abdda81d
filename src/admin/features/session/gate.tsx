import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { adminMessages } from '@/admin/messages'
import { loginHref } from '@/admin/return-to'
import { toast } from '@/components/ui/toast'
import { useAdminSession } from './admin-session'

/** What stands in for the dashboard without the flag: a sentence, and the way to the login screen and back. */
export function Gate() {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const { leaving } = useAdminSession()
  const told = useRef(false)
  useEffect(() => {
    if (leaving || told.current) return
    told.current = true
    toast.error(adminMessages.session.gate)
    void navigate(loginHref(`${pathname}${search}${hash}`), { replace: true, state: { notice: 'gate' } })
  }, [leaving, navigate, pathname, search, hash])
  return (
    <main className="grid min-h-svh place-items-center px-5">
      <h1 className="sr-only">Admin Dashboard</h1>
      <p role="status">{leaving ? 'Logging out...' : adminMessages.session.gate}</p>
    </main>
  )
}
