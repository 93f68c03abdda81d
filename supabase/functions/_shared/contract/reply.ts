import type { DeliveryStatus } from './enquiry.ts'

export const FUNCTION_ERROR_CODES = [
  'method-not-allowed',
  'unsupported-type',
  'too-large',
  'invalid',
  'rate-limited',
  'recaptcha-failed',
  'not-allowed',
  'not-found',
  'conflict',
  'delivery-failed',
  'unexpected',
] as const
export type FunctionErrorCode = (typeof FUNCTION_ERROR_CODES)[number]

export const FUNCTION_MESSAGES: Record<FunctionErrorCode, string> = {
  'method-not-allowed': 'This address only accepts submissions.',
  'unsupported-type': 'The request was not in a format we can read.',
  'too-large': 'That is more text than we can accept. Please shorten it and try again.',
  invalid: 'Please check the details you entered and try again.',
  'rate-limited': 'You have sent several messages in a short time. Please try again later.',
  'recaptcha-failed': 'reCAPTCHA verification failed. Please try again.',
  'not-allowed': 'You are not allowed to do that.',
  'not-found': 'This no longer exists.',
  conflict: 'This has already been done.',
  'delivery-failed': 'The e-mail could not be sent. Please try again later.',
  unexpected: 'An unexpected error occurred.',
}

export type FunctionFailure = {
  readonly message: string
  readonly error: { readonly code: FunctionErrorCode; readonly fields?: readonly string[] | undefined }
}

export type SubmitTestimonialReply = { ok: true; message: string } | ({ ok: false } & FunctionFailure)

export type SendEmailReply =
  | {
      success: true
      message: string
      details: { recipient: string; id?: string | undefined; delivery?: DeliveryStatus | undefined }
    }
  | { success: false; message: string; error?: FunctionFailure['error'] | undefined }

export const TESTIMONIAL_RECEIVED = 'Thank you for your testimonial. It is awaiting approval.'

export const sentTo = (recipient: string): string => `Email would be sent to ${recipient}`

export const ENQUIRY_STORED =
  'Your message is saved. We could not e-mail it just now, but we will read it and get back to you.'
