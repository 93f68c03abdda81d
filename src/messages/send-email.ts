import { FUNCTION_MESSAGES, toSentMessage } from '@contract/reply'
import type { ErrorCode } from '@/lib/errors'
import { messages } from '.'
import { OUTDATED, SEND_EMAIL_FAILED } from './everywhere'
import { BLOCKED } from './load-error'

/** Responses of /api/send-business-card (contract, point 8). */
export const sendEmailMessages = {
  success: toSentMessage,
  recaptchaFailed: FUNCTION_MESSAGES['recaptcha-failed'],
  functionError: (reason: string) => `Supabase function error: ${reason}`,
  unreachable: (reason: string) => `Failed to process request via Supabase: ${reason}`,
  badRequest: (reason: string) => `Request failed: ${reason}`,
  failed: SEND_EMAIL_FAILED,
} as const

/** `storedOnly`: its email couldn't be sent. */
export const enquiryMessages = {
  success: 'Thanks for getting in touch. We’ll reply by email.',
  storedOnly:
    'We’ve received your message. Our email alert didn’t go out, but we’ll still see it. If it’s urgent, please call us.',
} as const

const errorTexts: Partial<Record<ErrorCode, string>> = {
  ...FUNCTION_MESSAGES,
  offline: messages.offline,
  outdated: OUTDATED,
  blocked: BLOCKED,
}

/** Returns the text for an enquiry or a shared card that couldn't be sent. */
export const errorText = (code: ErrorCode): string => errorTexts[code] ?? messages.unexpected
