import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { callFunction, countRows, invokeFunction, runQuery, toColumnList } from '@/admin/backend/api'
import { supabase } from '@/admin/backend/client'
import { queryClient } from '@/admin/backend/query-client'
import { useAction } from '@/admin/components/use-action'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import {
  ENQUIRY_PAGE_SIZE,
  type EnquiryFilter,
  type EnquiryPage,
  enquiryPageSchema,
  storedEnquirySchema,
} from '@/domain/enquiry-inbox'
import { type Cursor, cursorParams } from '@/lib/cursor'
import { AppError, isAppError } from '@/lib/errors'

const { enquiries: messages } = adminMessages

/** `id` reads only this enquiry. */
export type EnquiryQuery = { search: string; filter: EnquiryFilter; end?: Cursor | undefined; id?: string | null }

export const enquiriesKey = ['enquiries'] as const

const readEnquiry = async (id: string): Promise<EnquiryPage> => {
  const query = supabase.from('enquiries').select(toColumnList(storedEnquirySchema)).eq('id', id)
  // Emails that were changed by hand may contain any text.
  const enquiries = v.is(v.pipe(v.string(), v.uuid()), id) ? await runQuery(query, v.array(storedEnquirySchema)) : []
  return { total: enquiries.length, enquiries }
}

/** Reads one page, plus one row if more follow. Throws `AppError`. */
export const readEnquiries = ({ search, filter, end }: EnquiryQuery): Promise<EnquiryPage> => {
  const call = { p_search: search, p_filter: filter, p_limit: ENQUIRY_PAGE_SIZE + 1, ...cursorParams(end) }
  return callFunction('enquiry_page', call, enquiryPageSchema)
}

export const useEnquiries = (query: EnquiryQuery) =>
  useQuery({
    queryKey: [...enquiriesKey, query.filter, query.search, query.end?.id, query.id],
    queryFn: () => (query.id ? readEnquiry(query.id) : readEnquiries(query)),
    // Rows must not move while the user reads. `NewRows` offers new ones.
    refetchOnWindowFocus: false,
    placeholderData: (before) => before,
  })

/** Counts enquiries after the timestamp `since`; with filter `new`, only new ones. Throws `AppError`. */
export const countNewerEnquiries = (since: string, filter: EnquiryFilter): Promise<number> => {
  const newer = supabase.from('enquiries').select('id', { count: 'exact', head: true }).gt('created_at', since)
  return countRows(filter === 'new' ? newer.eq('kind', 'contact').is('answered_at', null) : newer)
}

export const useResend = () =>
  useAction({
    mutationFn: (id: string) => callFunction('admin-email', { kind: 'resend-enquiry', id }, v.unknown()),
    refetches: enquiriesKey,
    onSuccess: () => toast.success(messages.resent),
    onError: (error) => toast.error(isAppError(error, 'conflict') ? messages.alreadySent : adminErrorText(error)),
  })

const setAnswered = async (id: string, answered: boolean): Promise<void> => {
  // PostgreSQL reads 'now' as its own time.
  const change = supabase
    .from('enquiries')
    .update({ answered_at: answered ? 'now' : null })
    .eq('id', id)
  const changed = await runQuery(change.select('id'), v.array(v.unknown()))
  if (changed.length === 0) throw new AppError('not-found')
}

/** Marks an enquiry optimistically, without moving it. */
export const useMarkAnswered = (id: string) => {
  const show = (answered: boolean): void => {
    const answered_at = answered ? new Date().toISOString() : null
    queryClient.setQueriesData<EnquiryPage>({ queryKey: enquiriesKey }, (page) => {
      const enquiries = page?.enquiries.map((row) => (row.id === id ? { ...row, answered_at } : row))
      return page && enquiries && { ...page, enquiries }
    })
  }
  const { mutate } = useAction({
    mutationFn: (answered: boolean) => setAnswered(id, answered),
    onMutate: show,
    onSuccess: (_, answered) => {
      // Again, in case a refetch has overwritten it.
      show(answered)
      if (!answered) return toast.success(messages.newAgain)
      toast.success(messages.answered, { undo: () => void mutate(false) })
    },
    onError: (error, answered) => {
      show(!answered)
      toast.error(`${messages.notMarked} ${adminErrorText(error)}`)
      if (isAppError(error, 'not-found')) return queryClient.invalidateQueries({ queryKey: enquiriesKey })
    },
  })
  return mutate
}

/** Permanently deletes an enquiry, if it still exists. Throws `AppError`. */
export const deleteEnquiry = (id: string): Promise<unknown> =>
  runQuery(supabase.from('enquiries').delete().eq('id', id), v.unknown())

/** Permanently deletes a photo, if it still exists. `name` is its path in Storage. Throws `AppError`. */
export const deleteEnquiryPhoto = (name: string): Promise<unknown> =>
  invokeFunction(`enquiry-photo/${name}`, { method: 'DELETE' })
