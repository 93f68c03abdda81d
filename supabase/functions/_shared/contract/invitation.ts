import * as v from 'valibot'
import { INVITATION_KEY, LINK_TOKEN, REVIEW_LIMITS, WITHDRAWAL_KEY } from './limits.ts'
import { emailAddress, optionalLine, requiredLine } from './text.ts'

const DAY = 86_400

/** Validity of a link since it was last sent. */
export const INVITATION_DAYS = 60

/** `recipient` is a mailbox. Failed invitations don't count. */
export const INVITATION_RATES = {
  all: { limit: 50, windowSeconds: DAY },
  recipient: { limit: 3, windowSeconds: 30 * DAY },
} as const

/** A test compares it with `src/paths.ts`. */
export const TESTIMONIALS_PATH = '/testimonials'

/** Returns the link of an invitation. `siteUrl` has no trailing slash. */
export const invitationLink = (siteUrl: string, token: string): string =>
  `${siteUrl}${TESTIMONIALS_PATH}#${INVITATION_KEY}=${token}`

/** Returns the link by which an author withdraws a review. */
export const withdrawalLink = (siteUrl: string, token: string): string =>
  `${siteUrl}${TESTIMONIALS_PATH}#${WITHDRAWAL_KEY}=${token}`

/** Header of POST /api/submit-testimonial with the token. */
export const INVITATION_HEADER = 'Review-Invitation'

/** Returns a request's token. Malformed ones become '', so that the testimonial isn't lost. */
export const invitationToken = (headers: Headers): string => {
  const token = headers.get(INVITATION_HEADER) ?? ''
  return LINK_TOKEN.test(token) ? token : ''
}

export const invitationFormSchema = v.object({
  name: requiredLine(REVIEW_LIMITS.name),
  email: emailAddress,
  location: optionalLine(REVIEW_LIMITS.location),
})
export type InvitationForm = v.InferInput<typeof invitationFormSchema>
