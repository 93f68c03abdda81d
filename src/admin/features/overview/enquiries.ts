import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '@/admin/call-function'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { toast } from '@/components/ui/toast'
import { ENQUIRY_PAGE_SIZE, type EnquiryFilter, type EnquiryPage, enquiryPageSchema } from '@/domain/enquiry-inbox'
import { AppError, isAppError } from '@/lib/errors'
import { after, type PageEnd } from '@/lib/pages'
import { fromPostgrest, parsedAnswer } from '@/lib/supabase-errors'
import { supabase } from '@/supabase'

/** The page of enquiries that follows one; the first without `end`. */
export type EnquiryQuery = { search: string; filter: EnquiryFilter; end?: PageEnd | undefined }

/** Query keys of everything about enquiries. */
export const enquiryKeys = {
  all: ['enquiries'] as const,
  page: ({ search, filter, end }: EnquiryQuery) => [...enquiryKeys.all, filter, search, end?.id] as const,
}

/** Reads one page of the stored enquiries, and one more when there are more. Throws `AppError`. */
export const readPage = async ({ search, filter, end }: EnquiryQuery) => {
  const call = { p_search: search, p_filter: filter, p_limit: ENQUIRY_PAGE_SIZE + 1, ...after(end) }
  return parsedAnswer(await supabase.rpc('enquiry_page', call), enquiryPageSchema)
}

/** One page of the stored enquiries; the previous page stays while the next one loads. */
export const useEnquiries = (query: EnquiryQuery) =>
  useQuery({
    queryKey: enquiryKeys.page(query),
    queryFn: () => readPage(query),
    staleTime: 0,
    // Nothing moves under the eyes of somebody who comes back to it: `NewRows` offers what is new.
    refetchOnWindowFocus: false,
    placeholderData: (before) => before,
  })

/** How many enquiries, or new ones, were made after a moment. */
export const countNewer = async (after: string, filter: EnquiryFilter): Promise<number> => {
  const newer = supabase.from('enquiries').select('id', { count: 'exact', head: true }).gt('created_at', after)
  const asked = filter === 'new' ? newer.eq('kind', 'contact').is('answered_at', null) : newer
  const { count, error, status } = await asked
  if (error) throw fromPostgrest(error, status)
  return count ?? 0
}

const remove = async (id: string): Promise<void> => {
  const { data, error, status } = await supabase.from('enquiries').delete().eq('id', id).select('id')
  if (error) throw fromPostgrest(error, status)
  if (data.length === 0) throw new AppError('not-found')
}

/** Sends the e-mail of an enquiry again; success or failure, its state has changed, so the list is fetched again. */
export const useResend = () => {
  const queryClient = useQueryClient()
  const refetch = () => queryClient.invalidateQueries({ queryKey: enquiryKeys.all })
  return useAction({
    mutationFn: (id: string) => callFunction('admin-email', { kind: 'resend-enquiry', id }),
    onSuccess: () => {
      toast.success(adminMessages.enquiries.resent)
      return refetch()
    },
    onError: (error) => {
      toast.error(isAppError(error, 'conflict') ? adminMessages.enquiries.alreadySent : adminErrorText(error))
      return refetch()
    },
  })
}

const mark = async (id: string, answered: boolean): Promise<void> => {
  // The database reads the word as its own time.
  const change = supabase
    .from('enquiries')
    .update({ answered_at: answered ? 'now' : null })
    .eq('id', id)
  const { data, error, status } = await change.select('id')
  if (error) throw fromPostgrest(error, status)
  if (data.length === 0) throw new AppError('not-found')
}

/** Marks an enquiry answered or new, shown at once. It stays where it is in the list, whatever the filter. */
export const useMark = (id: string) => {
  const queryClient = useQueryClient()
  const show = (answered: boolean): void => {
    const answered_at = answered ? new Date().toISOString() : null
    queryClient.setQueriesData<EnquiryPage>({ queryKey: enquiryKeys.all }, (page) => {
      const enquiries = page?.enquiries.map((row) => (row.id === id ? { ...row, answered_at } : row))
      return page && enquiries && { ...page, enquiries }
    })
  }
  const { mutate } = useAction({
    mutationFn: (answered: boolean) => mark(id, answered),
    onMutate: (answered) => show(answered),
    onSuccess: (_, answered) => {
      // Again, for a page that was being fetched meanwhile.
      show(answered)
      if (!answered) return toast.success(adminMessages.enquiries.newAgain)
      const action = { label: 'Undo', onClick: () => void mutate(false) }
      toast.success(adminMessages.enquiries.answered, { action })
    },
    onError: (error, answered) => {
      show(!answered)
      toast.error(`${adminMessages.enquiries.notMarked} ${adminErrorText(error)}`)
      if (isAppError(error, 'not-found')) return queryClient.invalidateQueries({ queryKey: enquiryKeys.all })
    },
  })
  return mutate
}

/** Deletes an enquiry permanently; one that is already gone counts as deleted. */
export const useRemoveEnquiry = (onRemoved: () => void) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (id: string) =>
      remove(id).catch((error: unknown) => {
        if (!isAppError(error, 'not-found')) throw error
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: enquiryKeys.all })
      toast.success(adminMessages.enquiries.deleted)
      onRemoved()
    },
  })
}
