import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { fromAuth, fromPostgrest, isAdminError } from '@/admin/errors'
import { supabase } from '@/admin/supabase'
import { sessionStore, useSession } from './session-store'

const sessionKeys = { all: ['session'], access: (user: string | undefined) => ['session', 'access', user] } as const

/** What the database says about this browser's session. `failed` means that it could not be asked. */
export type Access = 'checking' | 'granted' | 'signed-out' | 'password-change' | 'not-allowed' | 'failed'

// Only the database knows whether somebody is an administrator; why not is asked afterwards, to be able to explain it.
const askAccess = async (): Promise<Access> => {
  const { data, error, status } = await supabase.rpc('is_admin')
  if (error) {
    const failure = fromPostgrest(error, status)
    if (failure.code === 'signed-out') return 'signed-out'
    throw failure
  }
  if (data === true) return 'granted'
  // Somebody without the role is being signed out at this moment: asking who that is would only be refused.
  if (sessionStore.read().leaving) return 'signed-out'
  const who = await supabase.auth.getUser()
  if (who.error) {
    const failure = fromAuth(who.error)
    if (['offline', 'timed-out', 'unexpected'].includes(failure.code)) throw failure
    return 'signed-out'
  }
  return who.data.user.app_metadata.password_change_required === true ? 'password-change' : 'not-allowed'
}

/** Whether this browser may see and do what administrators may; asked again on return to the tab and every minute. */
export const useAccess = (): { access: Access; error: unknown; retry: () => void; retrying: boolean } => {
  const { known, session } = useSession()
  const query = useQuery({
    queryKey: sessionKeys.access(session?.user.id),
    queryFn: askAccess,
    enabled: session !== null,
    staleTime: 10_000,
    refetchInterval: 60_000,
  })
  const answered = query.isError && query.data === undefined ? 'failed' : (query.data ?? 'checking')
  const withoutSession = known ? 'signed-out' : 'checking'
  return {
    access: session ? answered : withoutSession,
    error: query.error,
    retry: () => void query.refetch(),
    retrying: query.isFetching,
  }
}

/** Asks the database again, for when an answer was a surprise: somebody was demoted, banned or signed out elsewhere. */
export const recheckAccess = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: sessionKeys.all })

/** Returns a function that asks the database again. */
export const useRecheckAccess = (): (() => Promise<void>) => {
  const queryClient = useQueryClient()
  return () => recheckAccess(queryClient)
}

/** Whether an error says something about the session rather than about the thing that was asked for. */
export const concernsAccess = (error: unknown): boolean =>
  isAdminError(error, 'signed-out') || isAdminError(error, 'not-allowed')
