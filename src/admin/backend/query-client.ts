import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  type UseMutationOptions,
  useMutation,
} from '@tanstack/react-query'
import { useSubmission } from '@/components/ui/use-submission'
import { isAppError } from '@/lib/errors'

export const waitingKey = ['waiting'] as const

let recheckAccess = (): void => {}

/** Sets the handler for when the backend refuses the session. */
export const onRefusal = (handler: () => void): void => {
  recheckAccess = handler
}

/** Has access checked again if an error says that it may have ended. */
export const reportRefusal = (error: unknown): void => {
  if (isAppError(error, 'signed-out', 'not-allowed')) recheckAccess()
}

/** One client for the page's life, so that what was read or is being saved outlives its screen. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportRefusal }),
  mutationCache: new MutationCache({
    onError: reportRefusal,
    onSettled: (_data, _error, _input, _result, { meta }) => {
      if (!meta?.skipWaitingRefresh) void queryClient.invalidateQueries({ queryKey: waitingKey })
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
export const forgetUser = (): void => {
  queryClient.getMutationCache().clear()
  void queryClient.resetQueries()
}

type ActionOptions<Input, Output> = UseMutationOptions<Output, Error, Input> & {
  /** Query key read again after success or failure, which may also have changed something. */
  refetches?: QueryKey
  /** Whether `onSuccess` waits for that. */
  waits?: boolean
}

/** `useMutation` whose `mutate` does nothing while a call is under way; `mutateAsync` is for a `Form`, which sees to that. */
export const useAction = <Input = void, Output = void>({
  refetches,
  waits = false,
  ...options
}: ActionOptions<Input, Output>) => {
  const refetch = async () => refetches && queryClient.invalidateQueries({ queryKey: refetches })
  const mutation = useMutation({
    ...options,
    async onSuccess(...result) {
      const read = refetch()
      if (waits) await read
      return options.onSuccess?.(...result)
    },
    onError(...failure) {
      void refetch()
      return options.onError?.(...failure)
    },
  })
  const { submit } = useSubmission(async (input: Input) => {
    await mutation.mutateAsync(input).catch(() => {})
  })
  return { ...mutation, mutate: submit }
}
