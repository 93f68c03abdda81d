import { type QueryKey, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSubmission } from '@/components/ui/use-submission'

type ActionOptions<Input, Output> = UseMutationOptions<Output, Error, Input> & {
  /** Query key to refetch, even after a failure. */
  refetches?: QueryKey | undefined
  /** Whether `onSuccess` waits for the refetch. */
  waits?: boolean
}

/** `useMutation` whose `mutate` guards against double submits. `Form` guards `mutateAsync`. */
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
  const { submit } = useSubmission(async (input: Input) => {
    await mutation.mutateAsync(input).catch(() => {})
  })
  return { ...mutation, mutate: submit }
}
