import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isAppError } from '@/lib/errors'

export const attentionKey = ['waiting'] as const

let recheckAccess = (): void => {}

export const onAccessError = (handler: () => void): void => {
  recheckAccess = handler
}

export const reportAccessError = (error: unknown): void => {
  if (isAppError(error, 'signed-out', 'not-allowed')) recheckAccess()
}

/** One per page load, so that data and pending saves outlive their screen. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportAccessError }),
  mutationCache: new MutationCache({
    onError: reportAccessError,
    onSettled: (_data, _error, _input, _result, { meta }) => {
      if (!meta?.skipWaitingRefresh) void queryClient.invalidateQueries({ queryKey: attentionKey })
    },
  }),
  defaultOptions: {
    queries: {
      // Contract, point 9.
      gcTime: 5 * 60_000,
      retry: (failures, error) => failures < 2 && isAppError(error, 'offline'),
      // Report a lost connection without waiting for it to return.
      networkMode: 'always',
    },
    // Not 0, because react-query polls unobserved mutations at this interval.
    mutations: { networkMode: 'always', gcTime: 1_000 },
  },
})

export const resetUserData = (): void => {
  queryClient.getMutationCache().clear()
  void queryClient.resetQueries()
}
