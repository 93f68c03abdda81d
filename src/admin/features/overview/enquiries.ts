import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { toast } from '@/components/ui/toast'
import { ENQUIRY_PAGE_SIZE, enquiryPageSchema } from '@/domain/enquiry-inbox'
import { AppError, isAppError } from '@/lib/errors'
import { fromFunction, fromPostgrest } from '@/lib/supabase-errors'
import { supabase } from '@/supabase'

type Query = { page: number; search: string }

const enquiryKeys = {
  all: ['enquiries'] as const,
  page: ({ page, search }: Query) => [...enquiryKeys.all, search, page] as const,
}

/** Reads one page of the stored enquiries. Throws `AppError`. */
export const readPage = async ({ page, search }: Query) => {
  const call = { p_search: search, p_offset: (page - 1) * ENQUIRY_PAGE_SIZE, p_limit: ENQUIRY_PAGE_SIZE }
  const { data, error, status } = await supabase.rpc('enquiry_page', call)
  if (error) throw fromPostgrest(error, status)
  const result = v.safeParse(enquiryPageSchema, data)
  if (!result.success) throw new AppError('unexpected', { cause: result.issues })
  return result.output
}

/** One page of the stored enquiries; the previous page stays while the next one loads. */
export const useEnquiries = (query: Query) =>
  useQuery({
    queryKey: enquiryKeys.page(query),
    queryFn: () => readPage(query),
    staleTime: 0,
    placeholderData: (before) => before,
  })

const resend = async (id: string): Promise<void> => {
  const { error } = await supabase.functions.invoke('send-email', { body: { resendEnquiryId: id } })
  if (error) throw await fromFunction(error)
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
    mutationFn: resend,
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
