import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useSubmission } from '@/components/ui/use-submission'
import { isAppError } from '@/lib/errors'

/** The query key of what waits for the owner. */
export const waitingKey = ['waiting'] as const

let recheckAccess = (): void => {}

/** Gives what is called where the backend has refused the session. */
export const onRefusal = (handler: () => void): void => {
  recheckAccess = handler
}

/** Has access looked at again where an error says that it may have ended. */
export const reportRefusal = (error: unknown): void => {
  if (isAppError(error, 'signed-out', 'not-allowed')) recheckAccess()
}

/** The one client, for the page's life: what was read or is being saved stays when a screen is left. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportRefusal }),
  mutationCache: new MutationCache({
    onError: reportRefusal,
    // Whatever an action changed may have been waiting.
    onSettled: (_data, _error, _input, _result, { meta }) => {
      if (!meta?.skipWaitingRefresh) void queryClient.invalidateQueries({ queryKey: waitingKey })
    },
  }),
  defaultOptions: {
    queries: {
      // Unused data stays five minutes (contract, point 9).
      gcTime: 5 * 60_000,
      retry: (failures, error) => failures < 2 && isAppError(error, 'offline'),
      // Without a connection, report an error at once instead of waiting for it to return.
      networkMode: 'always',
    },
    // Let go of soon, but not at once: as often as that is looked whether one has ended that nothing on screen waits for.
    mutations: { networkMode: 'always', gcTime: 1_000 },
  },
})

/** For another user: what the first had read is forgotten. */
export const forgetUser = (): void => {
  queryClient.getMutationCache().clear()
  void queryClient.resetQueries()
}

type ActionOptions<Input, Output> = UseMutationOptions<Output, Error, Input> & {
  /** What is read again afterwards; after a failure too, which may have changed it. */
  refetches?: QueryKey
  /** Whether success waits until it has been read. */
  waits?: boolean
}

/** `useMutation` that runs once at a time: `mutate` does nothing while a call is under way. */
export const useAction = <Input = void, Output = void>({
  refetches,
  waits = false,
  ...options
}: ActionOptions<Input, Output>) => {
  const queryClient = useQueryClient()
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
  const { submit } = useSubmission((input: Input) =>
    mutation.mutateAsync(input).then(
      () => {},
      () => {},
    ),
  )
  return { ...mutation, mutate: submit }
}
