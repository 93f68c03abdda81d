import { IDEMPOTENCY_HEADER, type SendEmailRequest } from '@contract/enquiry'
import type { SendEmailReply } from '@contract/reply'
import { AppError, type ErrorCode, SUBMIT_TIMEOUT_MS } from '@/lib/errors'

// Beside the codes of the function those of the browser, where the handler's own code is missing.
type Reply = SendEmailReply | { success: false; message: string; error?: { code: ErrorCode } }

/** `stored`: the enquiry is saved, but could not be mailed. */
export type SendEmailOutcome =
  | { ok: true; delivery: 'sent' | 'stored' }
  | { ok: false; code: ErrorCode; message: string | undefined }

// The last request without a success, and the key of its attempts. It ends with the page, as what was typed does.
let unanswered: { words: string; key: string } | undefined

const idempotencyKeyOf = ({ recaptchaToken: _, ...request }: SendEmailRequest): string | undefined => {
  const words = JSON.stringify(request)
  if (unanswered?.words === words) return unanswered.key
  // Only pages over TLS, and those of this computer, can make one.
  unanswered = window.isSecureContext ? { words, key: crypto.randomUUID() } : undefined
  return unanswered?.key
}

/** Posts to /api/send-business-card. Throws `AppError`: `offline` without an answer, `outdated` when code is gone. */
export const sendEmail = async (request: SendEmailRequest): Promise<SendEmailOutcome> => {
  const idempotencyKey = idempotencyKeyOf(request)
  const response = await fetch('/api/send-business-card', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(idempotencyKey && { [IDEMPOTENCY_HEADER]: idempotencyKey }) },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(SUBMIT_TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new AppError('offline', { cause })
  })
  const reply: Reply | undefined = await response.json().catch(() => undefined)
  if (reply?.success === true && response.ok) {
    unanswered = undefined
    return { ok: true, delivery: reply.details?.delivery === 'failed' ? 'stored' : 'sent' }
  }
  if (reply?.success !== false) return { ok: false, code: 'unexpected', message: undefined }
  return { ok: false, code: reply.error?.code ?? 'offline', message: reply.message }
}
