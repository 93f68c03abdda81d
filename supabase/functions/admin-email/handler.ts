import { ADMIN_EMAIL_BODY_MAX, adminEmailSchema } from '../_shared/contract/admin-email.ts'
import { toSentMessage } from '../_shared/contract/reply.ts'
import type { ServerSettings } from '../_shared/contract/settings.ts'
import { redeliverEnquiry } from '../_shared/deliveries.ts'
import type { Settings } from '../_shared/env.ts'
import { FunctionError } from '../_shared/errors.ts'
import { jsonFunction } from '../_shared/json-function.ts'
import type { Handler } from '../_shared/pipeline.ts'
import type { Services } from '../_shared/services.ts'
import { inviteReviewer, resendInvitation } from './invitations.ts'
import { replyToReview } from './replies.ts'

const resendEnquiry = async (id: string, services: Services) => {
  const { enquiry, delivery } = await redeliverEnquiry(id, services)
  if (delivery === 'failed') throw new FunctionError('delivery-failed')
  const recipient = enquiry.kind === 'business-card' ? enquiry.email : services.settings.company.email
  return { message: toSentMessage(recipient), details: { id, recipient, delivery } }
}

const serverSettings = ({ company, smtp, recaptcha, deployHookUrl, ...settings }: Settings): ServerSettings => ({
  companyEmail: company.email,
  mailTo: settings.mailTo,
  mailFrom: settings.mailFrom,
  siteUrl: settings.siteUrl,
  siteOrigins: settings.siteOrigins,
  smtpPort: smtp.port,
  smtpSignIn: smtp.user !== '' && smtp.pass !== '',
  recaptchaSecret: recaptcha.secret !== '',
  deployHook: deployHookUrl !== '',
})

/** Resends enquiries, invites and answers reviewers, and returns the settings. */
export const createHandler = (services: Services): Handler =>
  jsonFunction({
    name: 'admin-email',
    flag: 'success',
    maxBytes: ADMIN_EMAIL_BODY_MAX,
    schema: adminEmailSchema,
    services,
    who: 'administrator',
    act: async (_, body): Promise<object> => {
      switch (body.kind) {
        case 'settings':
          return { settings: serverSettings(services.settings) }
        case 'resend-enquiry':
          return resendEnquiry(body.id, services)
        case 'invite':
          return inviteReviewer(body, services)
        case 'resend-invitation':
          return resendInvitation(body, services)
        case 'reply':
          return replyToReview(body, services)
      }
    },
  })
