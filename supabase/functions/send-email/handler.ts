import { isAdmin } from '../_shared/caller.ts'
import { clientAddress } from '../_shared/client-address.ts'
import { APPROVAL_MAIL_RATES, approvalMailSchema } from '../_shared/contract/approval-mail.ts'
import {
  RECAPTCHA_BYPASS_TOKEN,
  resendEnquirySchema,
  SEND_EMAIL_BODY_MAX,
  SEND_EMAIL_LIMITS,
  sendEmailSchema,
} from '../_shared/contract/enquiry.ts'
import { FunctionError, type Handler, jsonEndpoint } from '../_shared/http.ts'
import { parseBody } from '../_shared/parse.ts'
import type { Rate } from '../_shared/rate-limit.ts'
import type { Services } from '../_shared/services.ts'
import { sendTestMail } from './admin-test.ts'
import { thankReviewer } from './approval.ts'
import { shareCard } from './business-card.ts'
import { sendEnquiry } from './contact.ts'
import { resendEnquiry } from './resend.ts'

const names = (body: unknown, field: string): boolean => typeof body === 'object' && body !== null && field in body

/**
 * Sends what the site's forms ask for: an enquiry to the company, the business card to one recipient; and for
 * administrators a test e-mail, thanks to a reviewer, or once more what could not be sent.
 */
export function createHandler(services: Services): Handler {
  // What strangers try in the owner's office must not use up what the owner may send: they are counted apart.
  const limitAdmin = async (bucket: string, request: Request, rate: Rate) => {
    const isAllowed = await isAdmin(request, services.settings, services.fetch)
    await services.limit(isAllowed ? bucket : `${bucket}-refused`, clientAddress(request), rate)
    if (!isAllowed) throw new FunctionError('not-allowed')
  }

  const thank = async (body: unknown, request: Request) => {
    const mail = parseBody(approvalMailSchema, body)
    // A limit of its own: moderating many reviews must not use up what visitors of the same office may send.
    await limitAdmin('send-email-approval', request, APPROVAL_MAIL_RATES.address)
    return thankReviewer(mail, services)
  }

  const resend = async (body: unknown, request: Request) => {
    const wanted = parseBody(resendEnquirySchema, body)
    if (!(await isAdmin(request, services.settings, services.fetch))) throw new FunctionError('not-allowed')
    return resendEnquiry(wanted, services)
  }

  const act = async (body: unknown, request: Request) => {
    if (names(body, 'approvedReviewId')) return thank(body, request)
    if (names(body, 'resendEnquiryId')) return resend(body, request)
    const message = parseBody(sendEmailSchema, body)
    const address = clientAddress(request)
    const privileged = message.recaptchaToken === RECAPTCHA_BYPASS_TOKEN
    // What visitors of the same office send must not keep the owner from testing the e-mail.
    if (privileged) await limitAdmin('send-email-test', request, SEND_EMAIL_LIMITS.address)
    else await services.limit('send-email', address, SEND_EMAIL_LIMITS.address)
    if (!message.isContactForm) return shareCard(message, services)
    return privileged ? sendTestMail(message, services) : sendEnquiry(message, address, services)
  }
  return jsonEndpoint({ name: 'send-email', flag: 'success', maxBytes: SEND_EMAIL_BODY_MAX, act })
}
