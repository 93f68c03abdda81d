import * as v from 'valibot'
import { callFunction } from '@/admin/backend/api'
import { requestRebuild } from '@/admin/backend/rebuild'
import { useAction } from '@/admin/components/use-action'

/** Returns `confirm` options for a content change, which also requests a rebuild. */
export const publicChange = (change: () => Promise<unknown>) => ({
  action: async () => {
    await change()
    void requestRebuild()
  },
  refetches: ['media'],
})

/** Runs a content change without confirmation. */
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

/** Returns `confirm` options to permanently delete media, given all its files. Fails while visitors see it. */
export const permanentDeletion = (p_files: string[]) =>
  publicChange(() => callFunction('delete_image_permanently', { p_files }, v.unknown()))
