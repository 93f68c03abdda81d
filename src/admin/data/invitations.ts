import type { InvitationForm } from '@contract/invitation'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { ask, askTable } from '@/admin/backend/ask'
import { supabase } from '@/admin/backend/client'
import { adminErrorText, adminMessages } from '@/admin/words/messages'
import {
  INVITATION_PAGE_SIZE,
  type InvitationPage,
  invitationPageSchema,
  type SentInvitation,
} from '@/domain/invitation'
import { AppError, isAppError } from '@/lib/errors'

type Query = { search: string; page: number }

/** The query key of everything about invitations. */
export const invitationsKey = ['invitations'] as const

const readPage = ({ search, page }: Query): Promise<InvitationPage> => {
  const call = { p_search: search, p_offset: (page - 1) * INVITATION_PAGE_SIZE, p_limit: INVITATION_PAGE_SIZE }
  return ask('invitation_page', call, invitationPageSchema)
}

/** One page of the invitations; the previous page stays while the next one loads. */
export const useInvitations = (query: Query, enabled = true) =>
  useQuery({
    enabled,
    queryKey: [...invitationsKey, query.search, query.page],
    queryFn: () => readPage(query),
    staleTime: 0,
    // Nothing moves while someone who comes back reads it.
    refetchOnWindowFocus: false,
    placeholderData: (before) => before,
  })

/** The message for an invitation that was not sent. */
export const invitationErrorText = (error: unknown): string => {
  const { limited, notSent } = adminMessages.invitations
  if (isAppError(error, 'rate-limited')) return limited
  return isAppError(error, 'delivery-failed') ? notSent : adminErrorText(error)
}

/** Asks a customer for a review. Throws `AppError`: `delivery-failed` when it is stored all the same. */
export const invite = (customer: InvitationForm) => ask('admin-email', { kind: 'invite', ...customer }, v.unknown())

/** Sends an invitation again, with a new link. */
export const resendInvitation = ({ id }: SentInvitation) =>
  ask('admin-email', { kind: 'resend-invitation', id }, v.unknown())

/** Makes the link of an invitation an ordinary one. */
export const withdrawInvitation = async ({ id }: SentInvitation): Promise<void> => {
  // The database reads the word as its own time.
  const change = supabase.from('review_invitations').update({ withdrawn_at: 'now' }).eq('id', id)
  const changed = await askTable(change.select('id'), v.array(v.unknown()))
  if (changed.length === 0) throw new AppError('conflict')
}

/** Deletes a closed invitation; one that is already gone counts as deleted. */
export const removeInvitation = ({ id }: SentInvitation): Promise<unknown> =>
  askTable(supabase.from('review_invitations').delete().eq('id', id), v.unknown())
