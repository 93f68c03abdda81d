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

export const invitationErrorText = (error: unknown): string => {
  const { limited, notSent } = adminMessages.invitations
  if (isAppError(error, 'rate-limited')) return limited
  return isAppError(error, 'delivery-failed') ? notSent : adminErrorText(error)
}

/** Invites a customer. Throws `AppError`. After `delivery-failed`, the invitation is stored anyway. */
export const inviteReviewer = (customer: InvitationForm) =>
  callFunction('admin-email', { kind: 'invite', ...customer }, v.unknown())

/** Sends a new link. Throws `AppError` (`conflict` if answered or withdrawn). */
export const resendInvitation = ({ id }: SentInvitation) =>
  callFunction('admin-email', { kind: 'resend-invitation', id }, v.unknown())

/** Turns the invitation's link into an ordinary one. Throws `AppError` (`conflict` if closed). */
export const withdrawInvitation = async ({ id }: SentInvitation): Promise<void> => {
  const change = supabase.from('review_invitations').update({ withdrawn_at: 'now' }).eq('id', id)
  const changed = await runQuery(change.select('id'), v.array(v.unknown()))
  if (changed.length === 0) throw new AppError('conflict')
}

export const removeInvitation = ({ id }: SentInvitation): Promise<unknown> =>
  runQuery(supabase.from('review_invitations').delete().eq('id', id), v.unknown())
