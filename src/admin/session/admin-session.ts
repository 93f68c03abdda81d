import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { ask } from '@/admin/backend/ask'
import { type Session, supabase } from '@/admin/backend/client'
import { fromAuth } from '@/admin/backend/errors'
import { onRefusal, queryClient } from '@/admin/backend/query-client'
import { ADMIN_ROLE, mustChangePassword } from '@/domain/user'
import { createEmitter } from '@/lib/emitter'
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
  readonly mayDrawDashboard: boolean
  /** Id of the last user confirmed as an administrator here, until that is refuted. */
  readonly confirmedUserId: string | undefined
}

let state: State = {
  isInitialised: false,
  session: null,
  isSigningOut: false,
  mayDrawDashboard: false,
  confirmedUserId: undefined,
}
const changes = createEmitter()

const set = (change: Partial<State>) => {
  state = { ...state, ...change }
  changes.emit()
}

const read = (): State => {
  const mayDrawDashboard = adminAuth.read().state === 'value'
  if (mayDrawDashboard !== state.mayDrawDashboard) state = { ...state, mayDrawDashboard }
  return state
}

const subscribe = (listener: () => void): (() => void) => {
  const stops = [changes.subscribe(listener), adminAuth.subscribe(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

supabase.auth.onAuthStateChange((_, session) => {
  const isOtherUser = session !== null && session.user.id !== state.confirmedUserId
  set({ isInitialised: true, session, ...(isOtherUser && { confirmedUserId: undefined }) })
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
    set({ session: null, confirmedUserId: undefined })
  },
}

const askDatabase = async (): Promise<Access> => {
  const isAdmin = await ask('is_admin', {}, v.boolean()).catch((failure: unknown) => {
    if (isAppError(failure, 'signed-out')) return undefined
    throw failure
  })
  if (isAdmin === undefined) return 'signed-out'
  if (isAdmin) return 'granted'
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
  if (access === 'granted') set({ confirmedUserId: user })
  if (access === 'not-allowed' || access === 'banned') set({ confirmedUserId: undefined })
  return access
}

const QUERY_KEY = ['session'] as const
const INTERRUPTIONS: readonly Access[] = ['signed-out', 'failed', 'checking']

/** The administrator's session from the auth client, the contract's flag and the database (asked every minute). */
export const useAdminSession = () => {
  const { session, confirmedUserId, ...rest } = useSyncExternalStore(subscribe, read)
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
    canShowAdminData: access === 'granted' || (confirmedUserId !== undefined && INTERRUPTIONS.includes(access)),
    query,
  }
}

// The user may have been demoted or signed out elsewhere.
onRefusal(() => void queryClient.invalidateQueries({ queryKey: QUERY_KEY }))
