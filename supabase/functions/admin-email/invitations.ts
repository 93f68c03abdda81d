import type { AdminEmailTo } from '../_shared/contract/admin-email.ts'
import { INVITATION_DAYS, INVITATION_RATES, invitationLink } from '../_shared/contract/invitation.ts'
import { toSentMessage } from '../_shared/contract/reply.ts'
import { FunctionError, reason } from '../_shared/errors.ts'
import { MailResponseLostError } from '../_shared/mailer.ts'
import { invitationMail } from '../_shared/mails.ts'
import {
  createLinkToken,
  type Services,
  toCanonicalMailbox,
  UNIQUE_VIOLATION,
  withRateLimits,
} from '../_shared/services.ts'

const createInvitationToken = async () => ({
  ...(await createLinkToken()),
  expires: new Date(Date.now() + INVITATION_DAYS * 86_400_000),
})
// Failed attempts don't count against a rate, so limit the links that still work.
const EARLIER_TOKENS_MAX = 10
type Token = Awaited<ReturnType<typeof createInvitationToken>>

const withInvitationLimits = <Result>(email: string, { limit }: Services, act: () => Promise<Result>) =>
  withRateLimits(
    limit,
    [
      ['review-invitation', 'all', INVITATION_RATES.all],
      ['review-invitation-recipient', toCanonicalMailbox(email), INVITATION_RATES.recipient],
    ],
    act,
    (cause) => cause instanceof FunctionError && cause.cause instanceof MailResponseLostError,
  )

type Person = { id: string; name: string; email: string }

/** Records `afterRefusal` if the mail server certainly didn't accept the email. */
const deliver = async (
  { id, name, email }: Person,
  { token, token_hash, expires }: Token,
  services: Services,
  afterRefusal: object = {},
) => {
  const { settings, database, sendMail } = services
  const link = invitationLink(settings.siteUrl, token)
  const { failure, ...change } = await sendMail(invitationMail({ name, email, link, expires }, settings)).then(
    () => ({ delivery: 'sent', sent_at: new Date().toISOString(), earlier_token_hashes: [], failure: undefined }),
    (failure: unknown) => {
      console.error(`[admin-email] invitation ${id} was not sent:`, reason(failure))
      return { delivery: 'failed', ...(!(failure instanceof MailResponseLostError) && afterRefusal), failure }
    },
  )
  const { error } = await database.from('review_invitations').update(change).eq('id', id).eq('token_hash', token_hash)
  if (error) console.error(`[admin-email] invitation ${id}: couldn't record the outcome:`, reason(error))
  if (change.delivery === 'failed') throw new FunctionError('delivery-failed', { cause: failure })
  return { message: toSentMessage(email), details: { id, recipient: email, delivery: 'sent' } }
}

/** Stores an invitation and emails its link. If that fails, it can be resent. */
export const inviteReviewer = async ({ kind: _, ...person }: AdminEmailTo<'invite'>, services: Services) => {
  const token = await createInvitationToken()
  return withInvitationLimits(person.email, services, async () => {
    const { data, error } = await services.database
      .from('review_invitations')
      .insert({ ...person, token_hash: token.token_hash, expires_at: token.expires.toISOString() })
      .select('id')
      .single()
    if (error?.code === UNIQUE_VIOLATION) throw new FunctionError('conflict')
    if (error) throw error
    return deliver({ id: data.id, ...person }, token, services)
  })
}

/** Resends an unanswered invitation with a new link and expiry. Earlier links work until it is sent. */
export const resendInvitation = async ({ id }: AdminEmailTo<'resend-invitation'>, services: Services) => {
  const { database } = services
  const { data: before } = await database
    .from('review_invitations')
    .select('name, email, token_hash, earlier_token_hashes, expires_at, answered_at, withdrawn_at')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (!before) throw new FunctionError('not-found')
  if (before.answered_at || before.withdrawn_at) throw new FunctionError('conflict')

  const token = await createInvitationToken()
  const { name, email, token_hash, earlier_token_hashes, expires_at } = before
  return withInvitationLimits(email, services, async () => {
    const { data: renewed } = await database
      .from('review_invitations')
      .update({
        token_hash: token.token_hash,
        earlier_token_hashes: [...earlier_token_hashes, token_hash].slice(-EARLIER_TOKENS_MAX),
        expires_at: token.expires.toISOString(),
        delivery: 'pending',
      })
      .eq('id', id)
      .eq('token_hash', token_hash)
      .is('answered_at', null)
      .is('withdrawn_at', null)
      .select('id')
      .maybeSingle()
      .throwOnError()
    if (!renewed) throw new FunctionError('conflict')
    return deliver({ id, name, email }, token, services, { token_hash, earlier_token_hashes, expires_at })
  })
}
