import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router-dom'
import { ToastHost } from '@/components/ui/toast-host'
import { createQueryClient } from './query-client'

/** Frame of every admin screen: the query cache and the messages. */
export function Component() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <meta name="robots" content="noindex" />
      <Outlet />
      <ToastHost />
    </QueryClientProvider>
  )
}
