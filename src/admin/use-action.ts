import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

type Options<Input, Output> = UseMutationOptions<Output, unknown, Input>
type ActionOptions<Input, Output> = {
  mutationFn: (input: Input) => Promise<Output>
} & Pick<Options<Input, Output>, 'onSuccess' | 'onError'>

/**
 * A mutation that runs once at a time: a second call while one is under way is ignored. The cache tells a component
 * only in the next task that it has begun, which is too late for a double click.
 */
export const useAction = <Input = void, Output = void>(options: ActionOptions<Input, Output>) => {
  const busy = useRef(false)
  const { mutate, isPending, error, data, variables, reset } = useMutation({
    ...options,
    onSettled: () => {
      busy.current = false
    },
  })
  const run = (input: Input) => {
    if (busy.current) return
    busy.current = true
    mutate(input)
  }
  return { run, pending: isPending, error, data, input: variables, reset }
}
