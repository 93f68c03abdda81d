import type { SendEmailRequest } from '@contract/enquiry'
import type { SendEmailReply } from '@contract/reply'
import { AppError, type ErrorCode, SUBMIT_MS } from '@/lib/errors'

/** What became of it. `stored` means that the enquiry is kept, but could not be mailed. */
export type SendEmailOutcome =
  | { ok: true; delivery: 'sent' | 'stored' }
  | { ok: false; code: ErrorCode; message: string | undefined }

/**
 * Posts to /api/send-business-card, which the fetch patch answers, and returns its verdict. Throws `AppError('offline')`
 * when no answer comes, or `AppError('outdated')` when the code that asks is gone.
 */
export const sendEmail = async (request: SendEmailRequest): Promise<SendEmailOutcome> => {
  const response = await fetch('/api/send-business-card', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(SUBMIT_MS),
  }).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new AppError('offline', { cause })
  })
  // The handler has checked the function's answer. Without the patch, something else answers.
  const reply: SendEmailReply | undefined = await response.json().catch(() => undefined)
  if (reply?.success === true && response.ok)
    return { ok: true, delivery: reply.details?.delivery === 'failed' ? 'stored' : 'sent' }
  if (reply?.success !== false) return { ok: false, code: 'unexpected', message: undefined }
  return { ok: false, code: reply.error?.code ?? 'offline', message: reply.message }
}
