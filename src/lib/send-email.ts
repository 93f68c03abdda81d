import type { SendEmailRequest } from '@contract/enquiry'
import type { SendEmailReply } from '@contract/reply'
import { AppError, type ErrorCode, SUBMIT_MS } from '@/lib/errors'

/** `stored`: the enquiry is saved, but could not be mailed. */
export type SendEmailOutcome =
  | { ok: true; delivery: 'sent' | 'stored' }
  | { ok: false; code: ErrorCode; message: string | undefined }

/** Posts to /api/send-business-card. Throws `AppError`: `offline` without an answer, `outdated` when code is gone. */
export const sendEmail = async (request: SendEmailRequest): Promise<SendEmailOutcome> => {
  const response = await fetch('/api/send-business-card', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(SUBMIT_MS),
  }).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new AppError('offline', { cause })
  })
  // Without the patch, something else answers.
  const reply: SendEmailReply | undefined = await response.json().catch(() => undefined)
  if (reply?.success === true && response.ok)
    return { ok: true, delivery: reply.details?.delivery === 'failed' ? 'stored' : 'sent' }
  if (reply?.success !== false) return { ok: false, code: 'unexpected', message: undefined }
  return { ok: false, code: reply.error?.code ?? 'offline', message: reply.message }
}
