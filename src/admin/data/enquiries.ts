import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '@/admin/backend/ask'
import { supabase } from '@/admin/backend/client'
import { fromPostgrest, parseResponse } from '@/admin/backend/errors'
import { useAction } from '@/admin/backend/query-client'
import { adminErrorText, adminMessages } from '@/admin/words/messages'
import { toast } from '@/components/ui/toast'
import { ENQUIRY_PAGE_SIZE, type EnquiryFilter, type EnquiryPage, enquiryPageSchema } from '@/domain/enquiry-inbox'
import { AppError, isAppError } from '@/lib/errors'
import { after, type PageEnd } from '@/lib/pages'

const { enquiries: messages } = adminMessages

/** The page of enquiries that follows one; the first without `end`. */
export type EnquiryQuery = { search: string; filter: EnquiryFilter; end?: PageEnd | undefined }

/** The query key of everything about enquiries. */
export const enquiriesKey = ['enquiries'] as const

/** Reads one page of the stored enquiries, and one more when there are more. Throws `AppError`. */
export const readPage = async ({ search, filter, end }: EnquiryQuery) => {
  const call = { p_search: search, p_filter: filter, p_limit: ENQUIRY_PAGE_SIZE + 1, ...after(end) }
  return parseResponse(await supabase.rpc('enquiry_page', call), enquiryPageSchema)
}

/** One page of the stored enquiries; the previous page stays while the next one loads. */
export const useEnquiries = (query: EnquiryQuery) =>
  useQuery({
    queryKey: [...enquiriesKey, query.filter, query.search, query.end?.id],
    queryFn: () => readPage(query),
    staleTime: 0,
    // Nothing moves while someone who comes back reads it: `NewRows` offers what is new.
    refetchOnWindowFocus: false,
    placeholderData: (before) => before,
  })

/** Counts the enquiries, or the new ones, made after a time. */
export const countNewer = (after: string, filter: EnquiryFilter) => {
  const newer = supabase.from('enquiries').select('id', { count: 'exact', head: true }).gt('created_at', after)
  return filter === 'new' ? newer.eq('kind', 'contact').is('answered_at', null) : newer
}

/** Sends the email of an enquiry again; success or failure, its state has changed. */
export const useResend = () =>
  useAction({
    mutationFn: (id: string) => callFunction('admin-email', { kind: 'resend-enquiry', id }),
    refetches: enquiriesKey,
    onSuccess: () => toast.success(messages.resent),
    onError: (error) => toast.error(isAppError(error, 'conflict') ? messages.alreadySent : adminErrorText(error)),
  })

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
    queryClient.setQueriesData<EnquiryPage>({ queryKey: enquiriesKey }, (page) => {
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
      if (!answered) return toast.success(messages.newAgain)
      const action = { label: 'Undo', onClick: () => void mutate(false) }
      toast.success(messages.answered, { action })
    },
    onError: (error, answered) => {
      show(!answered)
      toast.error(`${messages.notMarked} ${adminErrorText(error)}`)
      if (isAppError(error, 'not-found')) return queryClient.invalidateQueries({ queryKey: enquiriesKey })
    },
  })
  return mutate
}

/** Deletes an enquiry permanently; one that is already gone counts as deleted. */
export const useRemoveEnquiry = (onRemoved: () => void) =>
  useAction({
    mutationFn: async (id: string) => {
      const { error, status } = await supabase.from('enquiries').delete().eq('id', id)
      if (error) throw fromPostgrest(error, status)
    },
    refetches: enquiriesKey,
    waits: true,
    onSuccess: () => {
      toast.success(messages.deleted)
      onRemoved()
    },
  })
