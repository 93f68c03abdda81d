import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { authAdmin, type User } from '@/admin/backend/client'
import { fromAuth } from '@/admin/backend/errors'
import { ADMIN_ROLE, hasAdminRole } from '@/domain/user'

/** `invited`: has not followed the link yet; `banned`: the admin role has no effect. */
export type UserState = 'invited' | 'active' | 'banned'

/** A row of the user table; dates that the auth server lacks are missing. */
export type ListedUser = {
  id: string
  email: string
  admin: boolean
  state: UserState
  created?: string
  invited?: string
  lastSignIn?: string
}

export const usersKey = ['users'] as const

const PAGE_SIZE = 100

const stateOf = ({ banned_until, invited_at, email_confirmed_at, last_sign_in_at }: User): UserState => {
  if (banned_until !== undefined && new Date(banned_until) > new Date()) return 'banned'
  return invited_at && !email_confirmed_at && !last_sign_in_at ? 'invited' : 'active'
}

const toListed = (user: User): ListedUser => ({
  id: user.id,
  email: user.email ?? '',
  admin: hasAdminRole(user),
  state: stateOf(user),
  ...(user.created_at && { created: user.created_at }),
  ...(user.invited_at && { invited: user.invited_at }),
  ...(user.last_sign_in_at && { lastSignIn: user.last_sign_in_at }),
})

// Not by `nextPage`: the client library reads only one digit of the page numbers in the `Link` header.
const listAll = async (): Promise<ListedUser[]> => {
  const api = await authAdmin()
  const users = new Map<string, ListedUser>()
  for (let page = 1; ; page += 1) {
    const { data, error } = await api.listUsers({ page, perPage: PAGE_SIZE })
    if (error) throw fromAuth(error)
    for (const user of data.users) users.set(user.id, toListed(user))
    if (data.users.length === 0 || page * PAGE_SIZE >= data.total) return [...users.values()]
  }
}

/** Every user, newest first. */
export const usersQuery = queryOptions({ queryKey: [...usersKey, 'list'], queryFn: listAll, staleTime: 0 })

/** Finds a user by email address, whatever its case, in a newly loaded list. Throws `AppError`. */
export const findUser = async (queryClient: QueryClient, email: string): Promise<ListedUser | undefined> => {
  const users = await queryClient.fetchQuery(usersQuery)
  return users.find((user) => user.email.toLowerCase() === email.toLowerCase())
}

/** Grants or removes the admin role. Throws `AppError`. */
export const setAdmin = async ({ id, admin }: { id: string; admin: boolean }): Promise<void> => {
  const { error } = await (await authAdmin()).updateUserById(id, { user_metadata: { role: admin ? ADMIN_ROLE : null } })
  if (error) throw fromAuth(error)
}

/** Invites someone, as administrator if `admin`; without it, sends an earlier invitation again. Throws `AppError`. */
export const inviteUser = async ({ email, admin }: { email: string; admin?: boolean }): Promise<void> => {
  const options = admin === undefined ? {} : { data: { role: admin ? ADMIN_ROLE : null } }
  const { error } = await (await authAdmin()).inviteUserByEmail(email, options)
  if (error) throw fromAuth(error)
}

/** Somebody's second factors. */
export const userFactorsQuery = (userId: string) =>
  queryOptions({
    // Not with the users, which are read again when this one is deleted.
    queryKey: ['factors-of', userId],
    queryFn: async () => {
      const { data, error } = await (await authAdmin()).mfa.listFactors({ userId })
      if (error) throw fromAuth(error)
      return data.factors.filter(({ status }) => status === 'verified')
    },
  })

/** Removes all second factors of somebody who has lost them, and logs them out everywhere. Throws `AppError`. */
export const removeFactors = async (userId: string, ids: readonly string[]): Promise<void> => {
  const { mfa } = await authAdmin()
  for (const id of ids) {
    const { error } = await mfa.deleteFactor({ userId, id })
    if (error) throw fromAuth(error)
  }
}

/** Deletes a user with everything that would let them in. Throws `AppError`. */
export const deleteUser = async ({ id }: { id: string }): Promise<void> => {
  const { error } = await (await authAdmin()).deleteUser(id)
  if (error) throw fromAuth(error)
}
