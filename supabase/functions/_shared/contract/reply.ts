import type { DeliveryStatus } from './enquiry.ts'

/** Codes of all functions except `auth-admin`, with messages for visitors. */
export const FUNCTION_MESSAGES = {
  'method-not-allowed': 'This endpoint only accepts POST requests.',
  'unsupported-type': 'The request wasn’t in a format we can read.',
  'too-large': 'That’s more text than we can accept. Please shorten it and try again.',
  invalid: 'Please check the details you entered and try again.',
  'rate-limited': 'You’ve sent several messages in a short time. Please try again later.',
  'recaptcha-failed': 'reCAPTCHA verification failed. Please try again.',
  'not-allowed': 'You’re not allowed to do that.',
  'not-found': 'This no longer exists.',
  conflict: 'This has already been done.',
  'storage-full': 'We can’t take photos just now. Please send your message without them.',
  'delivery-failed': 'The email couldn’t be sent. Please try again later.',
  unexpected: 'An unexpected error occurred.',
}
export type FunctionErrorCode = keyof typeof FUNCTION_MESSAGES
export const FUNCTION_ERROR_CODES = Object.keys(FUNCTION_MESSAGES) as FunctionErrorCode[]

/** Separate message, so that public pages don't bundle it. */
export const RESTORING_MESSAGE = 'A backup is being restored. Please try again when it has finished.'

type Refusal = { readonly code: FunctionErrorCode; readonly fields?: readonly string[] | undefined }

export type SubmitTestimonialReply = { ok: boolean; message: string; error?: Refusal }

export type SendEmailReply =
  | {
      success: true
      message: string
      details: { recipient: string; id?: string | undefined; delivery?: DeliveryStatus | undefined }
    }
  | { success: false; message: string; error?: Refusal | undefined }

export const TESTIMONIAL_RECEIVED = 'Thank you for your testimonial. It is awaiting approval.'

export const toSentMessage = (recipient: string): string => `Email would be sent to ${recipient}`

export const ENQUIRY_STORED =
  'We’ve received your message. Our email alert didn’t go out, but we’ll see it and get back to you.'
