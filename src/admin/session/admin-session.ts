import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { callFunction } from '@/admin/backend/api'
import { type Session, supabase } from '@/admin/backend/client'
import { fromAuth } from '@/admin/backend/errors'
import { onAccessError, queryClient } from '@/admin/backend/query-client'
import { ADMIN_ROLE } from '@/domain/user'
import { isAppError } from '@/lib/errors'
import { createStore } from '@/lib/store'
import { adminAuth } from '@/storage/admin-keys'
import { adminSessionStorage } from '@/storage/auth-storage'
import { useStoredValue } from '@/storage/stored-value'

const verdictSchema = v.nullable(v.picklist(['granted', 'password-change', 'code', 'set-up']))
type Verdict = NonNullable<v.InferOutput<typeof verdictSchema>>

/** Access of this session. `code` and `set-up`: two-factor is missing, `failed`: unknown. */
export type Access = Verdict | 'checking' | 'signed-out' | 'not-allowed' | 'banned' | 'failed'

type State = Readonly<{
  isInitialised: boolean
  session: Session | null
  /** While true, the gate doesn't ask for a sign-in. */
  isSigningOut: boolean
  /** Last confirmed administrator, until the database denies it. */
  confirmedUserId: string | undefined
}>

const store = createStore<State>({
  isInitialised: false,
  session: null,
  isSigningOut: false,
  confirmedUserId: undefined,
})
const set = (change: Partial<State>) => store.set({ ...store.get(), ...change })

const QUERY_KEY = ['session'] as const

supabase.auth.onAuthStateChange((_, session) => {
  // An ended session's access doesn't apply to the user's next one.
  if (!session) queryClient.removeQueries({ queryKey: QUERY_KEY })
  const isOtherUser = session !== null && session.user.id !== store.get().confirmedUserId
  set({ isInitialised: true, session, ...(isOtherUser && { confirmedUserId: undefined }) })
})

/** Session outside of components. The flag lets the dashboard be drawn (contract, point 4). */
export const adminSession = {
  setFlag: (): void => void adminAuth.write('true'),
  clearFlag: (): void => adminAuth.remove(),
  /** Returns the session, which may have expired. */
  current: (): Session | null => store.get().session,
  startSigningOut: (): void => set({ isSigningOut: true }),
  endSigningOut: (): void => set({ isSigningOut: false }),
  /** Ends the session in this browser only. */
  forget(): void {
    adminSessionStorage.forget()
    set({ session: null, confirmedUserId: undefined })
  },
}

const checkAccess = async (): Promise<Access> => {
  const verdict = await callFunction('admin_access', {}, verdictSchema).catch((failure: unknown) => {
    if (isAppError(failure, 'signed-out')) return 'signed-out' as const
    throw failure
  })
  if (verdict) return verdict
  if (store.get().isSigningOut) return 'signed-out'
  const { data, error } = await supabase.auth.getUser()
  if (error) {
    const failure = fromAuth(error)
    if (isAppError(failure, 'banned')) return 'banned'
    if (isAppError(failure, 'offline', 'timed-out', 'unexpected')) throw failure
    return 'signed-out'
  }
  // A role without rights means that the session is outdated.
  return data.user.app_metadata.role === ADMIN_ROLE ? 'signed-out' : 'not-allowed'
}

export const needsTwoFactor = (access: Access | undefined): access is 'code' | 'set-up' =>
  access === 'code' || access === 'set-up'

const accessQuery = (user: string | undefined) => {
  const queryKey = [...QUERY_KEY, user]
  return queryOptions({
    queryKey,
    queryFn: async (): Promise<Access> => {
      const access = await checkAccess()
      if (access === 'granted') set({ confirmedUserId: user })
      if (access === 'not-allowed' || access === 'banned') set({ confirmedUserId: undefined })
      // Another tab may have verified the code, or the form's response was lost.
      if (access === 'granted' && needsTwoFactor(queryClient.getQueryData(queryKey))) {
        adminSession.setFlag()
        void refetchData()
      }
      return access
    },
    staleTime: 10_000,
  })
}

const INTERRUPTIONS: readonly Access[] = ['signed-out', 'failed', 'checking', 'code', 'set-up']

/** Returns the session, with its access polled every minute. */
export const useAdminSession = () => {
  const { session, confirmedUserId, ...rest } = useSyncExternalStore(store.subscribe, store.get)
  const user = session?.user
  const query = useQuery({ ...accessQuery(user?.id), enabled: user !== undefined, refetchInterval: 60_000 })
  const answer = query.data ?? (query.isError ? 'failed' : 'checking')
  const withoutSession = rest.isInitialised ? 'signed-out' : 'checking'
  const access: Access = user ? answer : withoutSession
  return {
    ...rest,
    user,
    access,
    /** Whether the dashboard may be drawn (contract, point 4). Grants no rights. */
    mayDrawDashboard: useStoredValue(adminAuth).state === 'value',
    /** Whether access is granted, or was granted to this user and is interrupted. */
    canShowAdminData: access === 'granted' || (confirmedUserId !== undefined && INTERRUPTIONS.includes(access)),
    query,
  }
}

/** Fetches the access after a sign-in. Throws `AppError`. */
export const fetchAccess = async (user: string): Promise<Access> => {
  const query = accessQuery(user)
  // A pending request may be about the previous session.
  if (queryClient.getQueryData(query.queryKey)) await queryClient.cancelQueries({ queryKey: query.queryKey })
  return queryClient.fetchQuery({ ...query, staleTime: 0 })
}

/** Refetches access and returns it. */
export const invalidateAccess = async (): Promise<Access | undefined> => {
  await queryClient.invalidateQueries({ queryKey: QUERY_KEY })
  return queryClient.getQueryData<Access>([...QUERY_KEY, store.get().session?.user.id])
}

/** Refetches everything except access. */
export const refetchData = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== QUERY_KEY[0] })

// The user may have been demoted or signed out elsewhere.
onAccessError(() => void invalidateAccess())
