import * as v from 'valibot'
import { INVITATION_KEY, INVITATION_TOKEN, REVIEW_LIMITS } from './limits.ts'
import { emailAddress, optionalLine, requiredLine } from './text.ts'

const DAY = 86_400

/** How long an invitation's link works, in days since it was last sent. */
export const INVITATION_DAYS = 60

/** Invitations that all administrators may send in a day, and to one mailbox in 30 days; failed ones do not count. */
export const INVITATION_RATES = {
  all: { limit: 50, windowSeconds: DAY },
  recipient: { limit: 3, windowSeconds: 30 * DAY },
} as const

/** Where the site shows the testimonial form. `src/paths.ts` repeats it; a test compares them. */
export const TESTIMONIALS_PATH = '/testimonials'

/** The link of an invitation's email; `siteUrl` has no slash at its end. */
export const invitationLink = (siteUrl: string, token: string): string =>
  `${siteUrl}${TESTIMONIALS_PATH}#${INVITATION_KEY}=${token}`

/** The header of POST /api/submit-testimonial that gives the token of an invitation. */
export const INVITATION_HEADER = 'Review-Invitation'

/** The token of such a request; '' without one, so that a wrong one keeps nobody from sending a testimonial. */
export const invitationToken = (headers: Headers): string => {
  const token = headers.get(INVITATION_HEADER) ?? ''
  return INVITATION_TOKEN.test(token) ? token : ''
}

export const invitationFormSchema = v.object({
  name: requiredLine(REVIEW_LIMITS.name),
  email: emailAddress,
  location: optionalLine(REVIEW_LIMITS.location),
})
export type InvitationForm = v.InferInput<typeof invitationFormSchema>
