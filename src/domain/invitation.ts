import * as v from 'valibot'

export const INVITATION_PAGE_SIZE = 50

const sentInvitationSchema = v.object({
  ...v.entriesFromList(['id', 'name', 'email', 'location', 'expires_at', 'created_at'], v.string()),
  ...v.entriesFromList(['sent_at', 'answered_at', 'withdrawn_at'], v.nullable(v.string())),
  state: v.picklist(['pending', 'sent', 'failed', 'answered', 'expired', 'withdrawn']),
})
export type SentInvitation = v.InferOutput<typeof sentInvitationSchema>

export const invitationPageSchema = v.object({ total: v.number(), invitations: v.array(sentInvitationSchema) })

export const canResendInvitation = ({ state }: Pick<SentInvitation, 'state'>): boolean =>
  state !== 'answered' && state !== 'withdrawn'

/** Whether the link works. */
export const isInvitationOpen = ({ state }: Pick<SentInvitation, 'state'>): boolean =>
  canResendInvitation({ state }) && state !== 'expired'
