import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isAppError } from '@/lib/errors'

export const attentionKey = ['waiting'] as const

let recheckAccess = (): void => {}

/** Sets the handler for when the backend refuses the session. */
export const onAccessError = (handler: () => void): void => {
  recheckAccess = handler
}

/** Has access checked again if an error says that it may have ended. */
export const reportAccessError = (error: unknown): void => {
  if (isAppError(error, 'signed-out', 'not-allowed')) recheckAccess()
}

/** One client for the page's life, so that what was read or is being saved outlives its screen. */
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
      // Report a lost connection at once instead of waiting for it to return.
      networkMode: 'always',
    },
    // Not 0: react-query looks this often whether a mutation that no screen shows has ended.
    mutations: { networkMode: 'always', gcTime: 1_000 },
  },
})

/** Drops what was read and sent for a user; what is on screen is read again. */
export const resetUserData = (): void => {
  queryClient.getMutationCache().clear()
  void queryClient.resetQueries()
}
