import { FUNCTION_ERROR_CODES, type SendEmailReply } from '@contract/reply'
import type { SendEmailRequest } from '@/domain/enquiry'
import { AppError, type ErrorCode, SUBMIT_MS } from '@/lib/errors'

/** What became of it. `stored` means that the enquiry is kept, but could not be mailed. */
export type SendEmailOutcome =
  | { ok: true; delivery: 'sent' | 'stored' }
  | { ok: false; code: ErrorCode; message: string | undefined }

const toErrorCode = (value: unknown): ErrorCode => FUNCTION_ERROR_CODES.find((code) => code === value) ?? 'unexpected'

const isReply = (value: unknown): value is SendEmailReply =>
  typeof value === 'object' && value !== null && 'success' in value

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
  const reply: unknown = await response.json().catch(() => undefined)
  if (!isReply(reply)) return { ok: false, code: 'unexpected', message: undefined }
  if (reply.success && response.ok)
    return { ok: true, delivery: reply.details?.delivery === 'failed' ? 'stored' : 'sent' }
  const code = reply.success ? 'unexpected' : reply.error ? toErrorCode(reply.error.code) : 'offline'
  return { ok: false, code, message: reply.message }
}
