import { AppError } from '@/lib/errors'
import { jsonResponse, parseUrl } from '@/lib/polyfills'
import { SEND_EMAIL_FAILED } from '@/messages/everywhere'

const PATH = '/api/send-business-card'

type Handler = (request: Request) => Promise<Response>
type FetchHolder = { fetch: typeof fetch; location: { href: string; origin: string } }

const isSendEmail = (holder: FetchHolder, input: RequestInfo | URL, init: RequestInit | undefined): boolean => {
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  if (method.toUpperCase() !== 'POST') return false
  const url = input instanceof Request ? input.url : String(input)
  const target = parseUrl(url, holder.location.href)
  return target?.origin === holder.location.origin && target.pathname === PATH
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const fail = (cause: unknown): Response => {
  console.info('/api/send-business-card could not be handled', cause)
  const error = cause instanceof AppError ? { code: cause.code } : undefined
  return jsonResponse({ success: false, message: SEND_EMAIL_FAILED, error }, 500)
}

/** Handles POST /api/send-business-card with a lazy handler, or 500. Rejects only when aborted. */
export const installSendEmailPatch = (holder: FetchHolder, loadHandler: () => Promise<Handler>): void => {
  const original = holder.fetch
  holder.fetch = async (input, init) => {
    if (!isSendEmail(holder, input, init)) return original.call(holder, input, init)
    let signal: AbortSignal | undefined
    try {
      const request = new Request(input instanceof Request ? input : new URL(String(input), holder.location.href), init)
      signal = request.signal
      const handle = await Promise.race([loadHandler(), rejectOnAbort(signal)])
      return await handle(request)
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      return fail(cause)
    }
  }
}
