import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { Outlet } from 'react-router-dom'
import { forgetUser, queryClient } from '@/admin/backend/query-client'
import { useAdminSession } from '@/admin/session/admin-session'
import { forgetLeaveReasons, LeaveDialog } from '@/admin/session/leaving'
import { lazyModule } from '@/lib/lazy-module'
import { askAgain } from '@/published/newest'
import './admin.css'

const unsent = lazyModule(() => import('@/admin/projects/unsent'))

let dataOwner: string | undefined

// One user's data must not be shown to the next, nor sent by them; when a session merely ends, it stays.
const useOwner = () => {
  const { user, access } = useAdminSession()
  const id = user?.id
  useEffect(() => {
    if (id === undefined) return
    if (dataOwner !== undefined && dataOwner !== id) {
      forgetLeaveReasons()
      forgetUser()
    }
    dataOwner = id
    if (access === 'granted') void unsent.load().then(({ resumeAfterSignIn }) => resumeAfterSignIn(id), console.info)
  }, [id, access])
}

function Screens() {
  useOwner()
  useEffect(() => askAgain, [])
  // Switches on the classes of admin.css.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.admin = ''
    return () => void delete dataset.admin
  }, [])
  return (
    <div className="min-h-svh">
      <Outlet />
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
