import { buildSchema, type RebuildStatus } from '@contract/rebuild'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { callFunction } from '@/admin/backend/api'
import { serverNow } from '@/admin/backend/client'
import { attentionKey } from '@/admin/backend/query-client'
import { rebuild, rebuildKey } from '@/admin/backend/rebuild'
import { useAdminSession } from '@/admin/session/admin-session'
import { bankHolidays } from '@/content/bank-holidays'
import { oneWorkingDayBefore } from '@/domain/working-day'

const waitingSchema = v.object({
  reviews: v.number(),
  enquiries: v.number(),
  /** New enquiries that have waited for more than one working day. */
  overdue: v.number(),
  emails: v.number(),
  thanks: v.number(),
  invitations: v.number(),
  build: buildSchema,
  published: v.number(),
  deleted: v.number(),
  newest: v.object({ review: v.nullable(v.string()), enquiry: v.nullable(v.string()) }),
})
export type AttentionCounts = v.InferOutput<typeof waitingSchema>

const POLL_MS = 30_000

/** Returns options to poll every 30 s while an administrator is signed in. */
export const usePollingOptions = () => ({
  enabled: useAdminSession().access === 'granted',
  refetchInterval: POLL_MS,
})

/** Counts what needs attention. `counts` is undefined unless admin data may be shown. */
export const useAttentionCounts = () => {
  const { canShowAdminData } = useAdminSession()
  const query = useQuery({
    ...usePollingOptions(),
    queryKey: attentionKey,
    queryFn: () => {
      const p_overdue = oneWorkingDayBefore(new Date(serverNow()), bankHolidays).toISOString()
      return callFunction('waiting_counts', { p_overdue }, waitingSchema)
    },
  })
  return { ...query, counts: canShowAdminData ? query.data : undefined }
}

/** Returns when the newest pending review and enquiry arrived. */
export const useNewest = (): AttentionCounts['newest'] | undefined => {
  const { enabled } = usePollingOptions()
  const { counts } = useAttentionCounts()
  return enabled ? counts?.newest : undefined
}

const SOONEST_MS = 5_000
const LATEST_MS = 30 * 60_000

export const useRebuildStatus = (): RebuildStatus | undefined => {
  const { counts, dataUpdatedAt } = useAttentionCounts()
  const rebuildQuery = useQuery({ queryKey: rebuildKey, queryFn: () => rebuild(), enabled: false })
  return counts && rebuildQuery.data && rebuildQuery.dataUpdatedAt > dataUpdatedAt ? rebuildQuery.data : counts?.build
}

/** Requests a due rebuild and deletes unused files when the dashboard opens. Polls until the pages are live. */
export const useRebuildPolling = (): void => {
  const { enabled } = usePollingOptions()
  const dueIn = useRebuildStatus()?.ask_in
  useQuery({
    queryKey: rebuildKey,
    queryFn: () => rebuild(),
    enabled,
    retry: false,
    staleTime: SOONEST_MS,
    refetchInterval: typeof dueIn === 'number' && Math.min(Math.max(dueIn * 1_000, SOONEST_MS), LATEST_MS),
  })
}
