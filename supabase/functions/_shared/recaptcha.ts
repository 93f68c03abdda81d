import type { Settings } from './env.ts'
import { FunctionError } from './http.ts'
import { reason } from './log.ts'

/** Refuses unless the answer is confirmed by the verification service; does nothing when no secret is configured. */
export async function verifyRecaptcha(token: string, address: string, settings: Settings, fetcher: typeof fetch) {
  const { secret, verifyUrl } = settings.recaptcha
  if (!secret) return
  if (!token) throw new FunctionError('recaptcha-failed')
  const verdict: unknown = await fetcher(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams({ secret, response: token, remoteip: address }),
    signal: AbortSignal.timeout(5_000),
  })
    .then((response) => response.json())
    .catch((cause: unknown) => console.error('[recaptcha] the verification service did not answer:', reason(cause)))
  const success = typeof verdict === 'object' && verdict !== null && 'success' in verdict && verdict.success === true
  if (!success) throw new FunctionError('recaptcha-failed')
}
