import { FUNCTION_MESSAGES, TESTIMONIAL_RECEIVED } from '@contract/reply'
import type { ErrorCode } from '@/lib/errors'

/** Every sentence that reports success or failure. The wording is the contract's (point 8) wherever it has one. */
export const messages = {
  testimonial: {
    incomplete: 'Please fill in all fields.',
    invalidEmail: 'Please enter a valid e-mail address, such as name@example.com.',
    tooLong: 'Please shorten this to {max} characters or fewer.',
    errorTitle: 'Error!',
    successTitle: 'Success!',
    success: TESTIMONIAL_RECEIVED,
    failed: 'Failed to submit testimonial.',
  },
  businessCard: {
    missingEmail: 'Please enter an email address',
    processing: 'Processing business card request...',
    success: 'Business card request processed! An email will be sent shortly.',
    failed: 'Failed to process business card request',
    fallback: 'Failed to send. Please try again later.',
  },
  contact: {
    success: 'Thank you. Your message has reached us and we will reply by e-mail.',
    storedOnly:
      'Your message is saved, but our notification e-mail could not be sent. We will still see it; if it is urgent, please call us.',
    missingRecaptcha: 'Please confirm that you are not a robot.',
  },
  /** Messages of the handler behind /api/send-business-card; `reason` is already a sentence for people. */
  sendEmail: {
    success: (recipient: string) => `Email would be sent to ${recipient}`,
    recaptchaFailed: FUNCTION_MESSAGES['recaptcha-failed'],
    functionError: (reason: string) => `Supabase function error: ${reason}`,
    unreachable: (reason: string) => `Failed to process request via Supabase: ${reason}`,
    badRequest: (reason: string) => `Request failed: ${reason}`,
    failed: 'Failed to process your request. Please try again later.',
  },
  unexpected: 'An unexpected error occurred.',
} as const

const errorTexts: Record<ErrorCode, string> = {
  ...FUNCTION_MESSAGES,
  offline: 'We could not reach the server. Please check your connection and try again.',
}

/** Returns the sentence a person reads for an error code. */
export const errorText = (code: ErrorCode): string => errorTexts[code]
