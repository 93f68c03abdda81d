import { useMutation, useQuery } from '@tanstack/react-query'
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
  type EnquiryStatus,
  enquiryPageSchema,
  type StoredEnquiry,
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
  return { total: enquiries.length, enquiries, counts: {} }
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
  return countRows(filter === 'new' ? newer.eq('status', 'new') : newer)
}

export const useResend = () =>
  useAction({
    mutationFn: (id: string) => callFunction('admin-email', { kind: 'resend-enquiry', id }, v.unknown()),
    refetches: enquiriesKey,
    onSuccess: () => toast.success(messages.resent),
    onError: (error) => toast.error(isAppError(error, 'conflict') ? messages.alreadySent : adminErrorText(error)),
  })

// Updates lists without refetching them, because rows must not move.
const updateLists = (id: string, change: Partial<StoredEnquiry>): void =>
  void queryClient.setQueriesData<EnquiryPage>({ queryKey: enquiriesKey }, (page) => {
    const row = page?.enquiries.find((one) => one.id === id)
    if (!page || !row) return page
    const counts = { ...page.counts }
    if (row.status && change.status) {
      counts[row.status] = (counts[row.status] ?? 1) - 1
      counts[change.status] = (counts[change.status] ?? 0) + 1
    }
    return { ...page, counts, enquiries: page.enquiries.map((one) => (one === row ? { ...row, ...change } : one)) }
  })

type StatusChange = { from: EnquiryStatus; to: EnquiryStatus; isUndo?: boolean }

const saveStatus = async (id: string, { from, to, isUndo = false }: StatusChange) => {
  const change = supabase.from('enquiries').update({ status: to }).eq('id', id)
  // An undo mustn't revert a later change.
  const query = (isUndo ? change.eq('status', from) : change).select('status_changes')
  const [row] = await runQuery(query, v.array(v.pick(storedEnquirySchema, ['status_changes'])))
  if (!row) throw new AppError(isUndo ? 'conflict' : 'not-found')
  return row
}

/** Changes an enquiry's status optimistically, one change after another, and offers undo. */
export const useChangeStatus = (id: string) => {
  const { mutate } = useMutation({
    scope: { id },
    mutationFn: (change: StatusChange) => saveStatus(id, change),
    onMutate: ({ to }) => updateLists(id, { status: to }),
    onSuccess({ status_changes }, { from, to, isUndo }) {
      // Again, in case a refetch has overwritten it.
      updateLists(id, { status: to, status_changes })
      toast.success(messages.marked(to), isUndo ? {} : { undo: () => mutate({ from: to, to: from, isUndo: true }) })
    },
    onError(error, { from }) {
      updateLists(id, { status: from })
      const isOvertaken = isAppError(error, 'conflict')
      toast.error(isOvertaken ? messages.notUndone : `${messages.notMarked} ${adminErrorText(error)}`)
      if (isOvertaken || isAppError(error, 'not-found'))
        return queryClient.invalidateQueries({ queryKey: enquiriesKey })
    },
  })
  return mutate
}

/** Saves a note unless it's no longer `seen`. Returns the stored one. Throws `AppError`, `not-found` if deleted. */
export const saveNote = async (id: string, note: string, seen: string): Promise<string> => {
  const call = { p_id: id, p_note: note, p_seen: seen }
  const stored = await callFunction('save_enquiry_note', call, v.nullable(v.string()))
  if (stored === null) throw new AppError('not-found')
  updateLists(id, { note: stored })
  return stored
}

/** Permanently deletes an enquiry, if it still exists. Throws `AppError`. */
export const deleteEnquiry = (id: string): Promise<unknown> =>
  runQuery(supabase.from('enquiries').delete().eq('id', id), v.unknown())

/** Permanently deletes a photo, if it still exists. `name` is its path in Storage. Throws `AppError`. */
export const deleteEnquiryPhoto = (name: string): Promise<unknown> =>
  invokeFunction(`enquiry-photo/${name}`, { method: 'DELETE' })
