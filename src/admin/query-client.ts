import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isAppError } from '@/lib/errors'

type QueryClientOptions = {
  /** Called with every error of a query or a mutation. */
  onError?: (error: unknown, queryClient: QueryClient) => void
}

/** Unused data is kept for five minutes (contract, point 9). A refusal is final; only a lost connection is tried again. */
export const createQueryClient = ({ onError }: QueryClientOptions = {}): QueryClient => {
  const report = (error: unknown) => onError?.(error, queryClient)
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: report }),
    mutationCache: new MutationCache({ onError: report }),
    defaultOptions: {
      queries: {
        gcTime: 5 * 60_000,
        retry: (failures, error) => failures < 2 && isAppError(error, 'offline'),
        // Without a connection an answer is an error at once, not a spinner until it returns.
        networkMode: 'always',
      },
      // What is done is done: kept, every action would hold on to the lists it had foreseen to change.
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
  return queryClient
}
