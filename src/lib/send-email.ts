import { IDEMPOTENCY_HEADER, type SendEmailRequest } from '@contract/enquiry'
import type { SendEmailReply } from '@contract/reply'
import { AppError, type ErrorCode } from '@/lib/errors'
import { FUNCTION_TIMEOUT_MS } from '@/lib/fetch-with-timeout'

type Reply = SendEmailReply | { success: false; message: string; error?: { code: ErrorCode } }

/** `stored`: the enquiry was saved but not emailed. */
export type SendEmailOutcome =
  | { ok: true; delivery: 'sent' | 'stored' }
  | { ok: false; code: ErrorCode; message: string | undefined }

// Last unsuccessful request, and the key that its retries share.
let pending: { body: string; key: string } | undefined

const getIdempotencyKey = (
  { recaptchaToken: _, ...request }: SendEmailRequest,
  headers: Record<string, string>,
): string | undefined => {
  const body = JSON.stringify([request, headers])
  if (pending?.body === body) return pending.key
  pending = window.isSecureContext ? { body, key: crypto.randomUUID() } : undefined
  return pending?.key
}

/** Posts to /api/send-business-card. Throws `AppError` `offline`, also after 30 s. */
export const sendEmail = async (
  request: SendEmailRequest,
  headers: Record<string, string> = {},
): Promise<SendEmailOutcome> => {
  const idempotencyKey = getIdempotencyKey(request, headers)
  const response = await fetch('/api/send-business-card', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(idempotencyKey && { [IDEMPOTENCY_HEADER]: idempotencyKey }),
      ...headers,
    },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(FUNCTION_TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new AppError('offline', { cause })
  })
  const reply: Reply | undefined = await response.json().catch(() => undefined)
  if (reply?.success === true && response.ok) {
    pending = undefined
    return { ok: true, delivery: reply.details?.delivery === 'failed' ? 'stored' : 'sent' }
  }
  if (reply?.success !== false) return { ok: false, code: 'unexpected', message: undefined }
  return { ok: false, code: reply.error?.code ?? 'offline', message: reply.message }
}
