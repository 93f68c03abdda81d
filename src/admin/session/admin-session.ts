import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { ask } from '@/admin/backend/ask'
import { type Session, supabase } from '@/admin/backend/client'
import { fromAuth } from '@/admin/backend/errors'
import { onRefusal, queryClient } from '@/admin/backend/query-client'
import { ADMIN_ROLE } from '@/domain/user'
import { createEmitter } from '@/lib/emitter'
import { isAppError } from '@/lib/errors'
import { adminAuth } from '@/storage/admin-keys'
import { adminSessionStorage } from '@/storage/auth-storage'

const verdictSchema = v.nullable(v.picklist(['granted', 'password-change', 'code', 'set-up']))
type Verdict = NonNullable<v.InferOutput<typeof verdictSchema>>

/**
 * The database's verdict on this browser's session; `code`: the second factor is to be proved, `set-up`: to be set up first,
 * `failed`: the database could not be asked.
 */
export type Access = Verdict | 'checking' | 'signed-out' | 'not-allowed' | 'banned' | 'failed'

let state = {
  isInitialised: false,
  session: null as Session | null,
  /** While signing out, the gate must not ask for a sign-in. */
  isSigningOut: false,
  /** Whether the dashboard may be drawn (contract, point 4); the database alone decides rights. */
  mayDrawDashboard: false,
  /** Id of the user last confirmed as an administrator, until the database says otherwise. */
  confirmedUserId: undefined as string | undefined,
}
type State = Readonly<typeof state>

const changes = createEmitter()
adminAuth.subscribe(changes.emit)

const set = (change: Partial<State>) => {
  state = { ...state, ...change }
  changes.emit()
}

const read = (): State => {
  const mayDrawDashboard = adminAuth.read().state === 'value'
  if (mayDrawDashboard !== state.mayDrawDashboard) state = { ...state, mayDrawDashboard }
  return state
}

const QUERY_KEY = ['session'] as const

supabase.auth.onAuthStateChange((_, session) => {
  // What an ended session had or lacked says nothing of the user's next one.
  if (!session) queryClient.removeQueries({ queryKey: QUERY_KEY })
  const isOtherUser = session !== null && session.user.id !== state.confirmedUserId
  set({ isInitialised: true, session, ...(isOtherUser && { confirmedUserId: undefined }) })
})

/** The session outside of components. `setFlag` and `clearFlag`: whether the dashboard may be drawn (contract, point 4). */
export const adminSession = {
  setFlag: (): void => void adminAuth.write('true'),
  clearFlag: (): void => adminAuth.remove(),
  /** Returns the session without waiting; it may have expired. */
  current: (): Session | null => state.session,
  startSigningOut: (): void => set({ isSigningOut: true }),
  endSigningOut: (): void => set({ isSigningOut: false }),
  /** Ends the session in this browser without asking the server. */
  forget(): void {
    adminSessionStorage.forget()
    set({ session: null, confirmedUserId: undefined })
  },
}

const askVerdict = () => ask('admin_access', {}, verdictSchema)

/** What the database says of this session now; null for none of an administrator's, and while it cannot be asked. */
export const verdictNow = (): Promise<Verdict | null> => askVerdict().catch(() => null)

const askDatabase = async (): Promise<Access> => {
  const verdict = await askVerdict().catch((failure: unknown) => {
    if (isAppError(failure, 'signed-out')) return 'signed-out' as const
    throw failure
  })
  if (verdict) return verdict
  if (state.isSigningOut) return 'signed-out'
  const { data, error } = await supabase.auth.getUser()
  if (error) {
    const failure = fromAuth(error)
    if (isAppError(failure, 'banned')) return 'banned'
    if (isAppError(failure, 'offline', 'timed-out', 'unexpected')) throw failure
    return 'signed-out'
  }
  // Someone with the role but without rights has a session that is too old.
  return data.user.app_metadata.role === ADMIN_ROLE ? 'signed-out' : 'not-allowed'
}

const askAccess = async (user: string | undefined): Promise<Access> => {
  const access = await askDatabase()
  if (access === 'granted') set({ confirmedUserId: user })
  if (access === 'not-allowed' || access === 'banned') set({ confirmedUserId: undefined })
  return access
}

const INTERRUPTIONS: readonly Access[] = ['signed-out', 'failed', 'checking', 'code', 'set-up']

/** The administrator's session, from the auth client, the contract's flag and the database (asked every minute). */
export const useAdminSession = () => {
  const { session, confirmedUserId, ...rest } = useSyncExternalStore(changes.subscribe, read)
  const user = session?.user
  const query = useQuery({
    queryKey: [...QUERY_KEY, user?.id],
    queryFn: () => askAccess(user?.id),
    enabled: user !== undefined,
    staleTime: 10_000,
    refetchInterval: 60_000,
  })
  const answer = query.data ?? (query.isError ? 'failed' : 'checking')
  const withoutSession = rest.isInitialised ? 'signed-out' : 'checking'
  const access: Access = user ? answer : withoutSession
  return {
    ...rest,
    user,
    access,
    /** Whether administrators' data may show: access is granted, or was granted to the same user and is interrupted. */
    canShowAdminData: access === 'granted' || (confirmedUserId !== undefined && INTERRUPTIONS.includes(access)),
    query,
  }
}

/** Has access asked anew, as of another session of the same user. */
export const forgetAccess = (): void => void queryClient.resetQueries({ queryKey: QUERY_KEY })

/** Has access asked again; what was known of it holds until the answer. */
export const recheckAccess = (): Promise<void> => queryClient.invalidateQueries({ queryKey: QUERY_KEY })

// Whoever is refused may have been demoted, or signed out elsewhere.
onRefusal(() => void recheckAccess())
