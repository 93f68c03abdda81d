import { queryOptions } from '@tanstack/react-query'
import { type AuthError, authAdmin, serverNow, type User } from '@/admin/backend/client'
import { fromAuth } from '@/admin/backend/errors'
import { queryClient } from '@/admin/backend/query-client'
import { ADMIN_ROLE, hasAdminRole } from '@/domain/user'

/** `invited`: hasn't followed the link yet. `banned`: the admin role has no effect. */
export type UserState = 'invited' | 'active' | 'banned'

export const usersKey = ['users'] as const

const PAGE_SIZE = 100

const getUserState = ({ banned_until, invited_at, email_confirmed_at, last_sign_in_at }: User): UserState => {
  if (banned_until !== undefined && Date.parse(banned_until) > serverNow()) return 'banned'
  return invited_at && !email_confirmed_at && !last_sign_in_at ? 'invited' : 'active'
}

const toListed = (user: User) => ({
  id: user.id,
  email: user.email ?? '',
  admin: hasAdminRole(user),
  state: getUserState(user),
  created: user.created_at,
  invited: user.invited_at,
  lastSignIn: user.last_sign_in_at,
})

export type ListedUser = ReturnType<typeof toListed>

type AdminApi = Awaited<ReturnType<typeof authAdmin>>
type Answer = { data: unknown; error: AuthError | null }

const callAuthAdmin = async <Given extends Answer>(question: (api: AdminApi) => Promise<Given>) => {
  const { data, error } = await question(await authAdmin())
  if (error) throw fromAuth(error)
  return data as Extract<Given, { error: null }>['data']
}

// `nextPage` is unusable, because the client library reads only one digit of a page number.
const listAll = async (): Promise<ListedUser[]> => {
  const users = new Map<string, ListedUser>()
  for (let page = 1; ; page += 1) {
    const listed = await callAuthAdmin((api) => api.listUsers({ page, perPage: PAGE_SIZE }))
    for (const user of listed.users) users.set(user.id, toListed(user))
    if (listed.users.length === 0 || page * PAGE_SIZE >= listed.total) return [...users.values()]
  }
}

export const usersQuery = queryOptions({ queryKey: [...usersKey, 'list'], queryFn: listAll })

/** Finds a user by email, ignoring case, in a fresh list. Throws `AppError`. */
export const findUser = async (email: string): Promise<ListedUser | undefined> => {
  const users = await queryClient.fetchQuery(usersQuery)
  return users.find((user) => user.email.toLowerCase() === email.toLowerCase())
}

export const setAdmin = ({ id, admin }: { id: string; admin: boolean }): Promise<unknown> =>
  callAuthAdmin((api) => api.updateUserById(id, { user_metadata: { role: admin ? ADMIN_ROLE : null } }))

/** Invites a user, or resends an invitation if `admin` is undefined. Throws `AppError`. */
export const inviteUser = ({ email, admin }: { email: string; admin?: boolean }): Promise<unknown> => {
  const options = admin === undefined ? {} : { data: { role: admin ? ADMIN_ROLE : null } }
  return callAuthAdmin((api) => api.inviteUserByEmail(email, options))
}

export const userFactorsQuery = (userId: string) =>
  queryOptions({
    // Not under `usersKey`, which is refetched when this user is deleted.
    queryKey: ['factors-of', userId],
    queryFn: async () => {
      const { factors } = await callAuthAdmin(({ mfa }) => mfa.listFactors({ userId }))
      return factors.filter(({ status }) => status === 'verified')
    },
  })

/** Removes a user's second factors and ends all their sessions. Throws `AppError`. */
export const removeFactors = async (userId: string, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await callAuthAdmin(({ mfa }) => mfa.deleteFactor({ userId, id }))
}

export const deleteUser = ({ id }: { id: string }): Promise<unknown> => callAuthAdmin((api) => api.deleteUser(id))
