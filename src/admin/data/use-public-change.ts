import * as v from 'valibot'
import { callFunction } from '@/admin/backend/api'
import { requestRebuild } from '@/admin/backend/rebuild'
import { useAction } from '@/admin/components/use-action'

/** Options of a change of what visitors see: it asks for a rebuild, and projects and publications are read again. */
export const publicChange = (change: () => Promise<unknown>) => ({
  action: async () => {
    await change()
    void requestRebuild()
  },
  refetches: ['media'],
})

/** Runs a change of what visitors see, without asking first. */
export const useContentMutation = <Input>(
  change: (input: Input) => Promise<unknown>,
  onSuccess?: (input: Input) => void,
) =>
  useAction({
    mutationFn: (input: Input) => publicChange(() => change(input)).action(),
    refetches: ['media'],
    waits: true,
    onSuccess: (_, input) => onSuccess?.(input),
  })

/** Options of deleting a picture or video, named by all its files, wherever visitors do not see it. */
export const permanentDeletion = (p_files: string[]) =>
  publicChange(() => callFunction('delete_photograph_for_good', { p_files }, v.unknown()))
