import { useAction } from '@/admin/backend/query-client'
import { askForBuild } from '@/admin/backend/rebuild'

/** Runs a change of what visitors see, then asks for a rebuild and rereads projects and publications. */
export const usePublicChange = <Input>(
  change: (input: Input) => Promise<unknown>,
  onSuccess?: (input: Input) => void,
) =>
  useAction({
    mutationFn: async (input: Input) => {
      await change(input)
      void askForBuild()
    },
    refetches: ['media'],
    waits: true,
    onSuccess: (_, input) => onSuccess?.(input),
  })
