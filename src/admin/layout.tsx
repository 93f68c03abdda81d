import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { isAppError } from '@/lib/errors'
import { recheckAccess, useAdminSession } from './features/session/admin-session'
import { createQueryClient } from './query-client'
import './admin.css'

// One user's data must not be shown to the next; when a session merely ends, its data stays.
const useResetOnUserChange = () => {
  const queryClient = useQueryClient()
  const user = useAdminSession().user?.id
  const last = useRef(user)
  useEffect(() => {
    if (user === undefined) return
    if (last.current !== undefined && last.current !== user) void queryClient.resetQueries()
    last.current = user
  }, [user, queryClient])
}

// Switches on the admin area's classes (admin.css).
const useAdminStyles = () =>
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.admin = ''
    return () => void delete dataset.admin
  }, [])

function Screens() {
  useAdminStyles()
  useResetOnUserChange()
  return (
    <div className="min-h-svh">
      <Outlet />
    </div>
  )
}

export function Component() {
  const [queryClient] = useState(() =>
    createQueryClient((error, client) => {
      if (isAppError(error, 'signed-out', 'not-allowed')) void recheckAccess(client)
    }),
  )
  return (
    <QueryClientProvider client={queryClient}>
      <meta name="robots" content="noindex" />
      <Screens />
    </QueryClientProvider>
  )
}
