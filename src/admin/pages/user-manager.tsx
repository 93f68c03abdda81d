import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { Badge } from '@/admin/components/badge'
import { ErrorPanel } from '@/admin/components/error-panel'
import { useReturnState } from '@/admin/components/return-to'
import { textLinkClass } from '@/admin/components/text-link'
import { useAdminSession } from '@/admin/session/admin-session'
import { adminMessages } from '@/admin/text/messages'
import { UserManager } from '@/admin/users/user-manager'
import { Logo } from '@/components/layout/logo'
import { Link } from '@/components/link'
import { buttonClass } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { site } from '@/content/site'
import { paths } from '@/paths'
import { Shell } from './dashboard/shell'
import { useLogOut } from './use-log-out'

const READING_MS = 3_000

function AccessDenied() {
  const navigate = useNavigate()
  const { from } = useReturnState()
  const { users } = adminMessages
  useEffect(() => {
    toast.error(users.denied, { id: 'denied', silent: true })
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

const link = `${textLinkClass} inline-flex min-h-6 items-center text-sm`

function Links() {
  return (
    <nav aria-label="Other pages" className="flex flex-wrap gap-x-5">
      <Link to={paths.home.href} className={link}>
        Home
      </Link>
      <Link to={paths.adminDashboard.href} className={link}>
        Back to Admin Dashboard
      </Link>
    </nav>
  )
}

const TITLE = 'Admin User Manager'

export function Component() {
  const { access, canShowAdminData, query } = useAdminSession()
  const logOut = useLogOut()
  if (canShowAdminData)
    return (
      <Shell active="users" title={TITLE} onLogOut={logOut}>
        <div className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-2">
          <Links />
          {access === 'granted' && <Badge tone="good">Logged in as Admin</Badge>}
        </div>
        <UserManager />
      </Shell>
    )
  return (
    <div className="min-h-svh">
      <title>{`${TITLE} | ${site.name}`}</title>
      <header className="border-concrete-200 border-b bg-white">
        <div className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center justify-between gap-x-5 gap-y-1 px-4 py-2 sm:px-6">
          <Logo variant="default" label={`${site.name} logo`} className="w-[104px] shrink-0 sm:w-[130px]" />
          <Links />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-6xl outline-none px-4 py-6 sm:px-6 lg:py-8">
        <h1 tabIndex={-1} className="mb-6 text-2xl">
          {TITLE}
        </h1>
        {access === 'checking' ? (
          <p role="status">Checking your permissions...</p>
        ) : access === 'failed' ? (
          <ErrorPanel title={adminMessages.users.failed} error={query.error} query={query} />
        ) : (
          <AccessDenied />
        )}
      </main>
    </div>
  )
}
