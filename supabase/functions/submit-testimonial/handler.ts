import type { Context } from 'hono'
import { clientIp } from '../_shared/client-ip.ts'
import { invitationToken } from '../_shared/contract/invitation.ts'
import { TESTIMONIAL_RECEIVED } from '../_shared/contract/reply.ts'
import {
  SUBMIT_TESTIMONIAL_BODY_MAX,
  SUBMIT_TESTIMONIAL_HOURLY_LIMIT,
  type SubmitTestimonial,
  submitTestimonialSchema,
} from '../_shared/contract/review.ts'
import { reason } from '../_shared/errors.ts'
import { jsonFunction } from '../_shared/json-function.ts'
import { testimonialMail } from '../_shared/mails.ts'
import type { Handler } from '../_shared/pipeline.ts'
import { type Services, UNIQUE_VIOLATION } from '../_shared/services.ts'

const HOURLY = { limit: SUBMIT_TESTIMONIAL_HOURLY_LIMIT, windowSeconds: 3_600 }

/** Stores a testimonial as pending and notifies the owner. Stores spam as deleted without notifying. */
export const createHandler = (services: Services): Handler => {
  const { settings, database, limit, sendMail } = services
  const store = (testimonial: Omit<SubmitTestimonial, 'caughtAsSpam'>, invitation: string) => {
    if (invitation === '')
      return database.from('reviews').insert(testimonial).select('id, approval_hash, verified').maybeSingle()
    const { name, location, text, rating, source, email } = testimonial
    const person = { p_name: name, p_location: location, p_email: email }
    const words = { p_text: text, p_rating: rating, p_source: source }
    return database.rpc('submit_invited_review', { p_token: invitation, ...person, ...words }).maybeSingle()
  }

  // Password managers may fill in the honeypot, so the owner can restore it. The invitation stays open.
  const storeSpam = (testimonial: Omit<SubmitTestimonial, 'caughtAsSpam'>) =>
    database.from('reviews').insert({ ...testimonial, status: 'rejected', caught_as_spam: true })

  const act = async ({ req }: Context, { caughtAsSpam, ...testimonial }: SubmitTestimonial) => {
    const received = { message: TESTIMONIAL_RECEIVED }
    await limit('submit-testimonial', clientIp(req.raw), HOURLY)
    if (caughtAsSpam) {
      const { error } = await storeSpam(testimonial)
      if (error && error.code !== UNIQUE_VIOLATION) throw error
      return received
    }
    const { data: stored, error } = await store(testimonial, invitationToken(req.raw.headers))
    // A double click or retry sent the same pending text.
    if (error && error.code !== UNIQUE_VIOLATION) throw error
    if (stored) {
      const link = new URL(`${settings.siteUrl}/admin/approve-testimonial`)
      link.search = new URLSearchParams({ id: stored.id, hash: stored.approval_hash }).toString()
      await sendMail(testimonialMail({ ...testimonial, verified: stored.verified }, link.href, settings)).catch(
        (cause: unknown) => {
          console.error(
            `[submit-testimonial] ${stored.id} is stored, but its notification was not sent:`,
            reason(cause),
          )
        },
      )
    }
    return received
  }
  return jsonFunction({
    name: 'submit-testimonial',
    flag: 'ok',
    maxBytes: SUBMIT_TESTIMONIAL_BODY_MAX,
    schema: submitTestimonialSchema,
    services,
    who: 'visitor',
    act,
  })
}
