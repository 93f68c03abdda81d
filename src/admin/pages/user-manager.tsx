import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { Badge } from '@/admin/components/badge'
import { ErrorPanel } from '@/admin/components/error-panel'
import { useAdminSession } from '@/admin/features/session/admin-session'
import { SessionNotice } from '@/admin/features/session/session-notice'
import { UserManager } from '@/admin/features/users/user-manager'
import { adminMessages } from '@/admin/messages'
import { useReturnState } from '@/admin/return-to'
import { Logo } from '@/components/layout/logo'
import { Link } from '@/components/link'
import { buttonClass } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { site } from '@/content/site'
import { paths } from '@/paths'

const READING_MS = 3_000

function AccessDenied() {
  const navigate = useNavigate()
  const { from } = useReturnState()
  const notified = useRef(false)
  const { users } = adminMessages
  useEffect(() => {
    if (!notified.current) toast.error(users.denied)
    notified.current = true
    const timer = setTimeout(() => navigate(paths.adminLogin.href, { replace: true, state: { from } }), READING_MS)
    return () => clearTimeout(timer)
  }, [navigate, from])
  return (
    <div role="alert" className="grid justify-items-center gap-3 py-20 text-center">
      <h2 className="text-xl">{users.deniedTitle}</h2>
      <p>{users.deniedText}</p>
      <Link to={paths.adminLogin.href} state={{ from }} className={buttonClass({ size: 'sm' })}>
        Go to admin login
      </Link>
    </div>
  )
}

const link = 'py-1 text-green-dark text-sm underline underline-offset-4'

export function Component() {
  const { access, canShowAdminData, query } = useAdminSession()
  return (
    <div className="min-h-svh">
      <title>{`Admin User Manager | ${site.name}`}</title>
      <header className="border-concrete-200 border-b bg-white">
        <div className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center gap-x-5 gap-y-1 px-4 py-2 sm:px-6">
          <Logo variant="default" label={`${site.name} logo`} className="w-[104px] shrink-0 sm:w-[130px]" />
          <nav aria-label="Admin" className="ml-auto flex gap-x-5">
            <Link to={paths.home.href} className={link}>
              Home
            </Link>
            <Link to={paths.adminDashboard.href} className={link}>
              Back to Admin Dashboard
            </Link>
          </nav>
        </div>
      </header>
      <main className="mx-auto max-w-6xl px-4 py-6 sm:px-6 lg:py-8">
        <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 tabIndex={-1} className="text-2xl">
            Admin User Manager
          </h1>
          {access === 'granted' && <Badge tone="good">Logged in as Admin</Badge>}
        </div>
        {canShowAdminData ? (
          <>
            <SessionNotice />
            <UserManager />
          </>
        ) : access === 'checking' ? (
          <p role="status">Checking your permission...</p>
        ) : access === 'failed' ? (
          <ErrorPanel title={adminMessages.users.failed} error={query.error} query={query} />
        ) : (
          <AccessDenied />
        )}
      </main>
    </div>
  )
}
