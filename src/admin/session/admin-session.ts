import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type Session, supabase } from '@/admin/backend/client'
import { fromAuth, fromPostgrest } from '@/admin/backend/errors'
import { ADMIN_ROLE, mustChangePassword } from '@/domain/user'
import { isAppError } from '@/lib/errors'
import { adminAuth } from '@/storage/admin-keys'
import { adminSessionStorage } from '@/storage/auth-storage'

/** What the database says about this browser's session; `failed`: it could not be asked. */
export type Access = 'checking' | 'granted' | 'signed-out' | 'password-change' | 'not-allowed' | 'banned' | 'failed'

type State = {
  readonly isInitialised: boolean
  readonly session: Session | null
  /** Being signed out: the gate must not ask for a sign-in. */
  readonly isSigningOut: boolean
  /** Whether the dashboard may be drawn (contract, point 4); the database alone decides rights. */
  readonly flag: boolean
  /** Id of the last user confirmed as an administrator here, until that is refuted. */
  readonly admitted: string | undefined
}

let state: State = {
  isInitialised: false,
  session: null,
  isSigningOut: false,
  flag: false,
  admitted: undefined,
}
const listeners = new Set<() => void>()

const set = (change: Partial<State>) => {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

const read = (): State => {
  const flag = adminAuth.read().state === 'value'
  if (flag !== state.flag) state = { ...state, flag }
  return state
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  const stop = adminAuth.subscribe(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

supabase.auth.onAuthStateChange((_, session) => {
  const isOtherUser = session !== null && session.user.id !== state.admitted
  set({ isInitialised: true, session, ...(isOtherUser && { admitted: undefined }) })
})

export const adminSession = {
  setFlag: (): void => void adminAuth.write('true'),
  clearFlag: (): void => adminAuth.remove(),
  /** Of this moment, where nothing can be waited for; it may have run out. */
  current: (): Session | null => state.session,
  startSigningOut: (): void => set({ isSigningOut: true }),
  endSigningOut: (): void => set({ isSigningOut: false }),
  /** Drops the session in this browser without asking the server. */
  forget(): void {
    adminSessionStorage.forget()
    set({ session: null, admitted: undefined })
  },
}

const askDatabase = async (): Promise<Access> => {
  const { data, error, status } = await supabase.rpc('is_admin')
  if (error) {
    const failure = fromPostgrest(error, status)
    if (failure.code === 'signed-out') return 'signed-out'
    throw failure
  }
  if (data === true) return 'granted'
  // A user without the role is being signed out, so the next request would be refused.
  if (state.isSigningOut) return 'signed-out'
  const response = await supabase.auth.getUser()
  if (response.error) {
    const failure = fromAuth(response.error)
    if (isAppError(failure, 'banned')) return 'banned'
    if (isAppError(failure, 'offline', 'timed-out', 'unexpected')) throw failure
    return 'signed-out'
  }
  const { user } = response.data
  if (mustChangePassword(user)) return 'password-change'
  // With the role and yet without the rights: the session has grown too old.
  return user.app_metadata.role === ADMIN_ROLE ? 'signed-out' : 'not-allowed'
}

const askAccess = async (user: string | undefined): Promise<Access> => {
  const access = await askDatabase()
  if (access === 'granted') set({ admitted: user })
  if (access === 'not-allowed' || access === 'banned') set({ admitted: undefined })
  return access
}

const QUERY_KEY = ['session'] as const
const INTERRUPTIONS: readonly Access[] = ['signed-out', 'failed', 'checking']

/** The administrator's session from the auth client, the contract's flag and the database (asked every minute). */
export const useAdminSession = () => {
  const { session, admitted, ...rest } = useSyncExternalStore(subscribe, read)
  const user = session?.user
  const query = useQuery({
    queryKey: [...QUERY_KEY, user?.id],
    queryFn: () => askAccess(user?.id),
    enabled: user !== undefined,
    staleTime: 10_000,
    refetchInterval: 60_000,
  })
  const found = query.isError && query.data === undefined ? 'failed' : (query.data ?? 'checking')
  const withoutSession = rest.isInitialised ? 'signed-out' : 'checking'
  const access: Access = user ? found : withoutSession
  return {
    ...rest,
    user,
    access,
    /** Whether the administrator's data may show: access is granted, or was for the same user and is interrupted. */
    canShowAdminData: access === 'granted' || (admitted !== undefined && INTERRUPTIONS.includes(access)),
    query,
  }
}

/** Asks the database again after an unexpected refusal: the user may have been demoted or signed out elsewhere. */
export const recheckAccess = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: QUERY_KEY })
