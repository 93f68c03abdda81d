import {
  RECAPTCHA_BYPASS_TOKEN,
  SEND_EMAIL_BODY_MAX,
  SEND_EMAIL_LIMITS,
  sendEmailSchema,
} from '../_shared/contract/enquiry.ts'
import { isAdmin } from '../_shared/caller.ts'
import { clientAddress } from '../_shared/client-address.ts'
import { FunctionError, type Handler, jsonEndpoint } from '../_shared/http.ts'
import { parseBody } from '../_shared/parse.ts'
import type { Services } from '../_shared/services.ts'
import { sendTestMail } from './admin-test.ts'
import { shareCard } from './business-card.ts'
import { sendEnquiry } from './contact.ts'

/**
 * Sends what the site's forms ask for: an enquiry to the company, the business card to one recipient, or
 * an administrator's test e-mail.
 */
export function createHandler(services: Services): Handler {
  const act = async (body: unknown, request: Request) => {
    const message = parseBody(sendEmailSchema, body)
    const address = clientAddress(request)
    await services.limit('send-email', address, SEND_EMAIL_LIMITS.address)

    const privileged = message.recaptchaToken === RECAPTCHA_BYPASS_TOKEN
    if (privileged && !(await isAdmin(request, services.settings, services.fetch)))
      throw new FunctionError('not-allowed')
    if (!message.isContactForm) return shareCard(message, services)
    return privileged ? sendTestMail(message, services) : sendEnquiry(message, address, services)
  }
  return jsonEndpoint({ name: 'send-email', flag: 'success', maxBytes: SEND_EMAIL_BODY_MAX, act })
}
