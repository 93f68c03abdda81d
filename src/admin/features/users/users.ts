import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/admin/query-client'
import { ADMIN_ROLE, hasAdminRole } from '@/domain/user'
import { fromAuth } from '@/lib/supabase-errors'
import { authAdmin, type User } from '@/supabase'

/** A row of the user table; dates are missing where the auth server has none. */
export type ListedUser = {
  id: string
  email: string
  admin: boolean
  /** While banned, the admin role has no effect. */
  banned: boolean
  created?: string
  lastSignIn?: string
}

const userKeys = { all: ['users'] as const, list: ['users', 'list'] as const }
const PAGE_SIZE = 100

const toListed = (user: User): ListedUser => ({
  id: user.id,
  email: user.email ?? '',
  admin: hasAdminRole(user),
  banned: user.banned_until !== undefined && new Date(user.banned_until) > new Date(),
  ...(user.created_at && { created: user.created_at }),
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

/** Returns a function that finds a user by the exact e-mail address; it waits for the list. */
export const useFindUser = (): ((email: string) => Promise<ListedUser | undefined>) => {
  const queryClient = useQueryClient()
  return async (email) => {
    const users = await queryClient.ensureQueryData(listQuery)
    return users.find((user) => user.email.toLowerCase() === email.toLowerCase())
  }
}

const setAdmin = async ({ id, admin }: { id: string; admin: boolean }): Promise<void> => {
  const { error } = await (await authAdmin()).updateUserById(id, { user_metadata: { role: admin ? ADMIN_ROLE : null } })
  if (error) throw fromAuth(error)
}

/** Grants or removes the admin role; done once the list has been fetched again. */
export const useSetAdmin = (onDone: (change: { id: string; admin: boolean }) => void) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: setAdmin,
    onSuccess: async (_, change) => {
      await queryClient.invalidateQueries({ queryKey: userKeys.all })
      onDone(change)
    },
  })
}
