import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { useAdminSession } from '@/admin/features/session/admin-session'
import { waitingKey } from '@/admin/query-client'
import { supabase } from '@/admin/supabase'
import { parseResponse } from '@/admin/supabase-errors'
import { askForBuild } from './rebuild'

const waitingSchema = v.object({
  reviews: v.number(),
  enquiries: v.number(),
  emails: v.number(),
  thanks: v.number(),
  invitations: v.number(),
  /** Whether the built pages wait for what visitors see already; `failed` when the host could not be asked to build them. */
  build: v.picklist(['none', 'due', 'failed']),
})
export type WaitingCounts = v.InferOutput<typeof waitingSchema>

const POLL_MS = 30_000

/** Options of a query that is asked every 30 s, while the page is visible and an administrator is signed in. */
export const usePolling = () => ({
  enabled: useAdminSession().access === 'granted',
  refetchInterval: POLL_MS,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
})

/** What waits for the owner; `counts` is undefined unless an administrator is signed in, or was interrupted. */
export const useWaiting = () => {
  const { canShowAdminData } = useAdminSession()
  const query = useQuery({
    ...usePolling(),
    queryKey: waitingKey,
    queryFn: async () => parseResponse(await supabase.rpc('waiting_counts'), waitingSchema),
    staleTime: 0,
  })
  return { ...query, counts: canShowAdminData ? query.data : undefined }
}

// claim_build lets one ask a minute.
const BUILD_POLL_MS = 60_000

/**
 * Has unused files deleted when the dashboard opens, and the pages built when they are due: whoever made a change may have
 * left before the host was asked.
 */
export const useDueBuild = (): void => {
  const { enabled } = usePolling()
  const { counts } = useWaiting()
  useQuery({
    queryKey: ['due-build'],
    queryFn: askForBuild,
    enabled,
    staleTime: BUILD_POLL_MS,
    refetchInterval: counts === undefined || counts.build === 'none' ? false : BUILD_POLL_MS,
  })
}
