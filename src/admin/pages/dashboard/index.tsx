import { useEffect, useRef } from 'react'
import { type LoaderFunctionArgs, useMatch, useNavigate, useSearchParams } from 'react-router-dom'
import { LazyScreen } from '@/admin/components/lazy-screen'
import { useReturnState } from '@/admin/components/return-to'
import { useLogOut } from '@/admin/pages/use-log-out'
import { useAdminSession } from '@/admin/session/admin-session'
import { adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { lazyModule } from '@/lib/lazy-module'
import { paths } from '@/paths'
import { findSection } from './sections'
import { Shell } from './shell'

function Gate() {
  const navigate = useNavigate()
  const { from } = useReturnState()
  const { isSigningOut } = useAdminSession()
  const notified = useRef(false)
  useEffect(() => {
    if (isSigningOut || notified.current) return
    notified.current = true
    toast.error(adminMessages.session.gate)
    void navigate(paths.adminLogin.href, { replace: true, state: { from, notice: 'gate' } })
  }, [isSigningOut, navigate, from])
  return (
    <main id="main" tabIndex={-1} className="grid min-h-svh place-items-center px-5">
      <h1 className="sr-only">Admin Dashboard</h1>
      <p role={isSigningOut ? 'status' : undefined}>{isSigningOut ? 'Logging out...' : adminMessages.session.gate}</p>
    </main>
  )
}

const approval = lazyModule(() => import('@/admin/reviews/approval-view'))

const getSectionModule = (approving: boolean, key: string | null) => (approving ? approval : findSection(key).module)

/** Preloads the section, so that it appears with the frame. */
export const loader = async ({ url }: LoaderFunctionArgs): Promise<void> => {
  const isApproval = url.pathname === paths.adminApproveTestimonial.href
  await getSectionModule(isApproval, url.searchParams.get('section'))
    .load()
    .catch(() => {})
}

export function Component() {
  const [search] = useSearchParams()
  const approving = useMatch(paths.adminApproveTestimonial.pattern) !== null
  const { mayDrawDashboard } = useAdminSession()
  // The shell unmounts when the flag is cleared.
  const logOut = useLogOut()
  if (!mayDrawDashboard) return <Gate />

  const section = findSection(approving ? 'reviews' : search.get('section'))
  const module = getSectionModule(approving, search.get('section'))
  return (
    <Shell active={section.key} title={section.title} onLogOut={logOut}>
      <LazyScreen key={approving ? 'approval' : section.key} module={module} props={{}} />
    </Shell>
  )
}
