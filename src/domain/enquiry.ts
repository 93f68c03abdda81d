import type { SendEmailRequest } from '@contract/enquiry'
import { ENQUIRY_LIMITS } from '@contract/limits'
import { emailAddress, optionalLine, requiredLine, requiredText } from '@contract/text'
import * as v from 'valibot'

export { BUSINESS_CARD_SOURCE, type SendEmailRequest } from '@contract/enquiry'

/** Body of a business-card share, as the contract's point 3 lists it. */
export type BusinessCardShare = Required<
  Pick<SendEmailRequest, 'email' | 'cardUrl' | 'fromEmail' | 'isContactForm' | 'source'>
>

/** What a person types into the contact form. */
export const contactFormSchema = v.object({
  name: requiredLine(ENQUIRY_LIMITS.name),
  email: emailAddress,
  phone: optionalLine(ENQUIRY_LIMITS.phone),
  subject: optionalLine(ENQUIRY_LIMITS.subject),
  message: requiredText(ENQUIRY_LIMITS.message),
})

/** What a person types to share the business card. */
export const shareFormSchema = v.object({ email: emailAddress })
