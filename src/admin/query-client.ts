import { QueryClient } from '@tanstack/react-query'
import { isAdminError } from './errors'

/** Unused data is kept for five minutes (contract, point 9). A refusal is final; only a lost connection is tried again. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 5 * 60_000,
        retry: (failures, error) => failures < 2 && isAdminError(error, 'offline'),
      },
    },
  })
