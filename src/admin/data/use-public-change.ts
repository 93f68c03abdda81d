import * as v from 'valibot'
import { ask } from '@/admin/backend/ask'
import { useAction } from '@/admin/backend/query-client'
import { askForBuild } from '@/admin/backend/rebuild'
import { adminMessages } from '@/admin/words/messages'
import { toast } from '@/components/ui/toast'

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

/** Deletes a picture or video, named by all its files, wherever visitors do not see it. */
export const useDeletionForGood = () =>
  usePublicChange(
    (p_files: string[]) => ask('delete_photograph_for_good', { p_files }, v.unknown()),
    () => toast.success(adminMessages.media.versions.deletedForGood),
  )
