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
    if (page.counts && row.status && change.status) {
      counts[row.status] = (counts[row.status] ?? 1) - 1
      counts[change.status] = (counts[change.status] ?? 0) + 1
    }
    const enquiries = page.enquiries.map((one) => (one === row ? { ...row, ...change } : one))
    return { ...page, enquiries, ...(page.counts && { counts }) }
  })

type StatusChange = { to: EnquiryStatus; undoes?: EnquiryStatus }

const saveStatus = async (id: string, { to, undoes }: StatusChange) => {
  const update = supabase.from('enquiries').update({ status: to }).eq('id', id)
  const guarded = undoes ? update.eq('status', undoes) : update.neq('status', to)
  const changed = await runQuery(guarded.select(toColumnList(storedEnquirySchema)), v.array(storedEnquirySchema))
  const [row] = changed[0] ? changed : (await readEnquiry(id)).enquiries
  if (!row) throw new AppError('not-found')
  return { row, isChanged: changed.length > 0 }
}

/** Changes an enquiry's status, one change after another, and offers undo. `pending` is the status being saved. */
export const useChangeStatus = ({ id, name }: StoredEnquiry) => {
  const { mutate, isPending, variables } = useMutation({
    scope: { id },
    mutationFn: (change: StatusChange) => saveStatus(id, change),
    onSuccess({ row, isChanged }, { to, undoes }) {
      const { status, status_changes } = row
      updateLists(id, { status, status_changes })
      if (undoes && !isChanged) return toast.error(messages.notUndone)
      const before = status_changes.at(-2)?.status ?? 'new'
      const undo = () => mutate({ to: before, undoes: to })
      // Only an enquiry's last change can be undone.
      toast.success(messages.marked(name, to), undoes || !isChanged ? {} : { id: `status-${id}`, undo })
    },
    onError(error) {
      toast.error(`${messages.notMarked} ${adminErrorText(error)}`)
      if (isAppError(error, 'not-found')) return queryClient.invalidateQueries({ queryKey: enquiriesKey })
    },
  })
  return { changeStatus: mutate, pending: isPending ? variables.to : undefined }
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
