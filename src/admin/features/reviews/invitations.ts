import type { InvitationForm } from '@contract/invitation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '@/admin/call-function'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { toast } from '@/components/ui/toast'
import {
  INVITATION_PAGE_SIZE,
  type InvitationPage,
  invitationPageSchema,
  type SentInvitation,
} from '@/domain/invitation'
import { AppError, isAppError } from '@/lib/errors'
import { fromPostgrest, parsedAnswer } from '@/lib/supabase-errors'
import { supabase } from '@/supabase'

const { invitations: messages } = adminMessages

type Query = { search: string; page: number }

/** Query keys of the invitations; invalidate by `all`. */
export const invitationKeys = {
  all: ['invitations'] as const,
  page: ({ search, page }: Query) => [...invitationKeys.all, search, page] as const,
}

const readPage = async ({ search, page }: Query): Promise<InvitationPage> => {
  const call = { p_search: search, p_offset: (page - 1) * INVITATION_PAGE_SIZE, p_limit: INVITATION_PAGE_SIZE }
  return parsedAnswer(await supabase.rpc('invitation_page', call), invitationPageSchema)
}

/** One page of the invitations; the previous page stays while the next one loads. */
export const useInvitations = (query: Query, enabled = true) =>
  useQuery({
    enabled,
    queryKey: invitationKeys.page(query),
    queryFn: () => readPage(query),
    staleTime: 0,
    // Nothing moves under the eyes of somebody who comes back to it.
    refetchOnWindowFocus: false,
    placeholderData: (before) => before,
  })

/** The message for an invitation that was not sent. */
export const invitationErrorText = (error: unknown): string => {
  if (isAppError(error, 'rate-limited')) return messages.limited
  return isAppError(error, 'delivery-failed') ? messages.notSent : adminErrorText(error)
}

const useInvitationAction = <Input>(options: {
  act: (input: Input) => Promise<unknown>
  onSuccess: (input: Input) => void
  onError?: (error: Error) => void
}) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: options.act,
    onSuccess: (_, input) => options.onSuccess(input),
    ...(options.onError && { onError: options.onError }),
    // A failure may have changed the list too: a refused e-mail leaves its invitation there.
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitationKeys.all }),
  })
}

/** Asks somebody for a review. `onStored` follows when the invitation is in the list, sent or not. */
export const useInvite = (onStored: () => void) =>
  useInvitationAction({
    act: (person: InvitationForm) => callFunction('admin-email', { kind: 'invite', ...person }),
    onSuccess({ email }) {
      toast.success(messages.sent(email))
      onStored()
    },
    onError(error) {
      if (!isAppError(error, 'delivery-failed')) return
      toast.error(messages.notSent)
      onStored()
    },
  })

/** Sends an invitation again, with a new link. */
export const useSendAgain = () =>
  useInvitationAction({
    act: ({ id }: SentInvitation) => callFunction('admin-email', { kind: 'resend-invitation', id }),
    onSuccess: ({ email }) => toast.success(messages.sent(email)),
    onError: (error) => toast.error(isAppError(error, 'conflict') ? messages.closed : invitationErrorText(error)),
  })

/** Makes the link of an invitation an ordinary one. */
export const useWithdraw = (onDone: () => void) =>
  useInvitationAction({
    async act({ id }: SentInvitation) {
      // The database reads the word as its own time.
      const change = supabase.from('review_invitations').update({ withdrawn_at: 'now' }).eq('id', id)
      const { data, error, status } = await change.select('id')
      if (error) throw fromPostgrest(error, status)
      if (data.length === 0) throw new AppError('conflict')
    },
    onSuccess() {
      toast.success(messages.withdrawn)
      onDone()
    },
  })

/** Deletes a closed invitation; one that is already gone counts as deleted. */
export const useRemoveInvitation = (onDone: () => void) =>
  useInvitationAction({
    async act({ id }: SentInvitation) {
      const { error, status } = await supabase.from('review_invitations').delete().eq('id', id)
      if (error) throw fromPostgrest(error, status)
    },
    onSuccess() {
      toast.success(messages.removed)
      onDone()
    },
  })
