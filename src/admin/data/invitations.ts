import type { InvitationForm } from '@contract/invitation'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { callFunction, runQuery } from '@/admin/backend/api'
import { supabase } from '@/admin/backend/client'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { INVITATION_PAGE_SIZE, invitationPageSchema, type SentInvitation } from '@/domain/invitation'
import { type Cursor, cursorParams } from '@/lib/cursor'
import { AppError, isAppError } from '@/lib/errors'

export const invitationsKey = ['invitations'] as const

type InvitationQuery = { search: string; end?: Cursor | undefined }

/** The page of invitations after `end`, and one row more when there are more; the previous one stays while it loads. */
export const useInvitations = ({ search, end }: InvitationQuery, enabled = true) =>
  useQuery({
    enabled,
    queryKey: [...invitationsKey, search, end?.id],
    queryFn() {
      const call = { p_search: search, p_limit: INVITATION_PAGE_SIZE + 1, ...cursorParams(end) }
      return callFunction('invitation_page', call, invitationPageSchema)
    },
    refetchOnWindowFocus: false,
    placeholderData: (before) => before,
  })

/** The message for whatever an invitation's operation threw. */
export const invitationErrorText = (error: unknown): string => {
  const { limited, notSent } = adminMessages.invitations
  if (isAppError(error, 'rate-limited')) return limited
  return isAppError(error, 'delivery-failed') ? notSent : adminErrorText(error)
}

/** Asks a customer for a review. Throws `AppError`; after `delivery-failed` the invitation is stored all the same. */
export const inviteReviewer = (customer: InvitationForm) =>
  callFunction('admin-email', { kind: 'invite', ...customer }, v.unknown())

/** Sends an invitation again, with a new link. Throws `AppError`: `conflict` if it is answered or withdrawn. */
export const resendInvitation = ({ id }: SentInvitation) =>
  callFunction('admin-email', { kind: 'resend-invitation', id }, v.unknown())

/** Turns the invitation's link into an ordinary one. Throws `AppError`: `conflict` if the invitation is closed. */
export const withdrawInvitation = async ({ id }: SentInvitation): Promise<void> => {
  const change = supabase.from('review_invitations').update({ withdrawn_at: 'now' }).eq('id', id)
  const changed = await runQuery(change.select('id'), v.array(v.unknown()))
  if (changed.length === 0) throw new AppError('conflict')
}

/** Deletes a closed invitation; one that is already gone counts as deleted. */
export const removeInvitation = ({ id }: SentInvitation): Promise<unknown> =>
  runQuery(supabase.from('review_invitations').delete().eq('id', id), v.unknown())
