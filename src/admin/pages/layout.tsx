import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { queryClient, resetUserData } from '@/admin/backend/query-client'
import { ConfirmRoot } from '@/admin/components/confirm'
import { SIGN_IN_SCREENS, useReturnState } from '@/admin/components/return-to'
import { needsTwoFactor, useAdminSession } from '@/admin/session/admin-session'
import { clearNavigationGuards, LeaveDialog } from '@/admin/session/navigation-guard'
import { lazyModule } from '@/lib/lazy-module'
import { paths } from '@/paths'
import { invalidateSite } from '@/published/revalidate'
import './admin.css'

const lifecycle = lazyModule(() => import('@/admin/projects/sync/lifecycle'))

let dataOwner: string | undefined

// Another user must neither see nor send this user's data.
const useResetOnUserChange = () => {
  const { user, access } = useAdminSession()
  const id = user?.id
  useEffect(() => {
    if (id === undefined) return
    if (dataOwner !== undefined && dataOwner !== id) {
      clearNavigationGuards()
      resetUserData()
    }
    dataOwner = id
    if (access === 'granted') void lifecycle.load().then(({ resumeAfterSignIn }) => resumeAfterSignIn(id), console.info)
  }, [id, access])
}

function Screens() {
  useResetOnUserChange()
  const state = useReturnState()
  const { user, access, canShowAdminData } = useAdminSession()
  const isSigningIn = SIGN_IN_SCREENS.includes(useLocation().pathname)
  // Don't replace a visible page.
  const mustFinish = needsTwoFactor(access) && !canShowAdminData && !isSigningIn
  useEffect(() => invalidateSite, [])
  // Activates the classes of admin.css.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.admin = ''
    return () => void delete dataset.admin
  }, [])
  return (
    <div className="min-h-svh">
      {mustFinish ? <Navigate to={paths.adminLogin.href} state={state} replace /> : <Outlet />}
      <ConfirmRoot userId={canShowAdminData ? user?.id : undefined} />
      <LeaveDialog />
    </div>
  )
}

export function Component() {
  return (
    <QueryClientProvider client={queryClient}>
      <meta name="robots" content="noindex" />
      <Screens />
    </QueryClientProvider>
  )
}
