import { queryOptions } from '@tanstack/react-query'
import { type AuthError, authAdmin, serverNow, type User } from '@/admin/backend/client'
import { fromAuth } from '@/admin/backend/errors'
import { queryClient } from '@/admin/backend/query-client'
import { ADMIN_ROLE, hasAdminRole } from '@/domain/user'

/** `invited`: has not followed the link yet; `banned`: the admin role has no effect. */
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

/** A row of the user table; dates that the auth server lacks are undefined. */
export type ListedUser = ReturnType<typeof toListed>

type AdminApi = Awaited<ReturnType<typeof authAdmin>>
type Answer = { data: unknown; error: AuthError | null }

// Throws `AppError`.
const callAuthAdmin = async <Given extends Answer>(question: (api: AdminApi) => Promise<Given>) => {
  const { data, error } = await question(await authAdmin())
  if (error) throw fromAuth(error)
  return data as Extract<Given, { error: null }>['data']
}

// Not by `nextPage`: the client library reads only one digit of the page numbers in the `Link` header.
const listAll = async (): Promise<ListedUser[]> => {
  const users = new Map<string, ListedUser>()
  for (let page = 1; ; page += 1) {
    const listed = await callAuthAdmin((api) => api.listUsers({ page, perPage: PAGE_SIZE }))
    for (const user of listed.users) users.set(user.id, toListed(user))
    if (listed.users.length === 0 || page * PAGE_SIZE >= listed.total) return [...users.values()]
  }
}

/** Every user, newest first. */
export const usersQuery = queryOptions({ queryKey: [...usersKey, 'list'], queryFn: listAll })

/** Finds a user by email address, whatever its case, in a newly loaded list. Throws `AppError`. */
export const findUser = async (email: string): Promise<ListedUser | undefined> => {
  const users = await queryClient.fetchQuery(usersQuery)
  return users.find((user) => user.email.toLowerCase() === email.toLowerCase())
}

/** Grants or removes the admin role. Throws `AppError`. */
export const setAdmin = ({ id, admin }: { id: string; admin: boolean }): Promise<unknown> =>
  callAuthAdmin((api) => api.updateUserById(id, { user_metadata: { role: admin ? ADMIN_ROLE : null } }))

/** Invites someone, as administrator if `admin`; without it, sends an earlier invitation again. Throws `AppError`. */
export const inviteUser = ({ email, admin }: { email: string; admin?: boolean }): Promise<unknown> => {
  const options = admin === undefined ? {} : { data: { role: admin ? ADMIN_ROLE : null } }
  return callAuthAdmin((api) => api.inviteUserByEmail(email, options))
}

/** Somebody's second factors. */
export const userFactorsQuery = (userId: string) =>
  queryOptions({
    // Not with the users, which are read again when this one is deleted.
    queryKey: ['factors-of', userId],
    queryFn: async () => {
      const { factors } = await callAuthAdmin(({ mfa }) => mfa.listFactors({ userId }))
      return factors.filter(({ status }) => status === 'verified')
    },
  })

/** Removes all second factors of somebody who has lost them, and logs them out everywhere. Throws `AppError`. */
export const removeFactors = async (userId: string, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await callAuthAdmin(({ mfa }) => mfa.deleteFactor({ userId, id }))
}

/** Deletes a user with everything that would let them in. Throws `AppError`. */
export const deleteUser = ({ id }: { id: string }): Promise<unknown> => callAuthAdmin((api) => api.deleteUser(id))
