import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/admin/query-client'
import { ADMIN_ROLE, hasAdminRole } from '@/domain/user'
import { fromAuth } from '@/lib/supabase-errors'
import { authAdmin, type User } from '@/supabase'

/** Invited: has not followed the link yet. While banned, the admin role has no effect. */
export type UserState = 'invited' | 'active' | 'banned'

/** A row of the user table; dates are missing where the auth server has none. */
export type ListedUser = {
  id: string
  email: string
  admin: boolean
  state: UserState
  created?: string
  invited?: string
  lastSignIn?: string
}

const userKeys = { all: ['users'] as const, list: ['users', 'list'] as const }
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

// The client library reads only one digit of the page numbers in the `Link` header.
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

const listQuery = queryOptions({ queryKey: userKeys.list, queryFn: listAll, staleTime: 0 })

/** Every user, newest first. */
export const useUsers = () => useQuery(listQuery)

/** Returns a function that finds a user by the exact e-mail address in the list, which it loads anew. */
export const useFindUser = (): ((email: string) => Promise<ListedUser | undefined>) => {
  const queryClient = useQueryClient()
  return async (email) => {
    const users = await queryClient.fetchQuery(listQuery)
    return users.find((user) => user.email.toLowerCase() === email.toLowerCase())
  }
}

const setAdmin = async ({ id, admin }: { id: string; admin: boolean }): Promise<void> => {
  const { error } = await (await authAdmin()).updateUserById(id, { user_metadata: { role: admin ? ADMIN_ROLE : null } })
  if (error) throw fromAuth(error)
}

type Invitation = {
  email: string
  /** Whether somebody new is to be an administrator; without it, somebody invited before is sent the e-mail again. */
  admin?: boolean
}

const invite = async ({ email, admin }: Invitation): Promise<void> => {
  const data = admin === undefined ? undefined : { role: admin ? ADMIN_ROLE : null }
  const { error } = await (await authAdmin()).inviteUserByEmail(email, { ...(data && { data }) })
  if (error) throw fromAuth(error)
}

const remove = async ({ id }: { id: string }): Promise<void> => {
  const { error } = await (await authAdmin()).deleteUser(id)
  if (error) throw fromAuth(error)
}

// Done once the list has been fetched again.
const useUserAction = <Input>(act: (input: Input) => Promise<void>, onDone: (input: Input) => void) => {
  const queryClient = useQueryClient()
  const refetch = () => queryClient.invalidateQueries({ queryKey: userKeys.all })
  return useAction({
    mutationFn: act,
    onSuccess: async (_, input) => {
      await refetch()
      onDone(input)
    },
    onError: () => void refetch(),
  })
}

/** Grants or removes the admin role. */
export const useSetAdmin = (onDone: (change: { id: string; admin: boolean }) => void) => useUserAction(setAdmin, onDone)

/** Sends an invitation, or sends it again. */
export const useInviteUser = (onDone: (invitation: Invitation) => void) => useUserAction(invite, onDone)

/** Deletes a user with everything that would let them in. */
export const useDeleteUser = (onDone: () => void) => useUserAction(remove, onDone)
