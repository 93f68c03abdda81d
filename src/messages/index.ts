import { FUNCTION_MESSAGES, sentTo, TESTIMONIAL_RECEIVED } from '@contract/reply'
import type { ErrorCode } from '@/lib/errors'
import type { FieldProblem } from '@/lib/validate'
import { CONNECTION, OUTDATED, SEND_EMAIL_FAILED } from './everywhere'

/** Every sentence about success or failure, in the contract's wording (point 8) where it has one. */
export const messages = {
  testimonial: {
    incomplete: 'Please fill in all fields.',
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
    linkCopied: 'Link copied',
    linkNotCopied: (address: string) => `The link could not be copied. Here it is: ${address}`,
  },
  contact: {
    incomplete: 'Please fill in your name, your email address and a message.',
    errorTitle: 'Error!',
    successTitle: 'Message sent.',
    success: 'Thank you. We will read it and reply by email.',
    storedOnly:
      'Your message is saved, but our notification email could not be sent. We will still see it; if it is urgent, please call us.',
  },
  sendEmail: {
    success: sentTo,
    recaptchaFailed: FUNCTION_MESSAGES['recaptcha-failed'],
    functionError: (reason: string) => `Supabase function error: ${reason}`,
    unreachable: (reason: string) => `Failed to process request via Supabase: ${reason}`,
    badRequest: (reason: string) => `Request failed: ${reason}`,
    failed: SEND_EMAIL_FAILED,
  },
  reviews: {
    loading: 'Loading reviews...',
    failedTitle: 'Error loading reviews',
    failed: CONNECTION,
    none: 'No reviews yet. If we have worked beneath your house, yours could be the first.',
  },
  media: {
    heroSlidesUnreadable: 'Error loading saved hero slides',
    projectImagesUnreadable: 'Error loading saved project images',
  },
  access: {
    refused: 'Invalid password',
    granted: 'Access granted',
  },
  invalidFields: 'Please check the marked fields.',
  unexpected: 'An unexpected error occurred.',
  tryAgain: 'Please check your connection and try again; what you typed is still here.',
} as const

const errorTexts: Partial<Record<ErrorCode, string>> = {
  ...FUNCTION_MESSAGES,
  offline: `${messages.unexpected} ${messages.tryAgain}`,
  outdated: OUTDATED,
}

export const errorText = (code: ErrorCode): string => errorTexts[code] ?? messages.unexpected

export const fieldText = (problem: FieldProblem | undefined, max?: number): string | undefined => {
  switch (problem) {
    case undefined:
      return undefined
    case 'missing':
      return 'Please fill in this field.'
    case 'too-long':
      return max ? `Please shorten this to ${max.toLocaleString('en-GB')} characters or fewer.` : 'This is too long.'
    case 'invalid':
      return 'Please enter a valid email address, such as name@example.com.'
  }
}
