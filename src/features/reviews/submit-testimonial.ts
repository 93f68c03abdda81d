import type { SubmitTestimonialReply, SubmitTestimonialRequest } from '@/domain/review'
import { type Env, readEnv } from '@/lib/env'
import { AppError, SUBMIT_MS } from '@/lib/errors'
import { messages } from '@/messages'

// A hosted function is called itself: behind a rewrite, all visitors would share the address of the rewriting server, and
// with it the limit per address.
const endpoint = (env: Env): string => {
  const ownHost = env.VITE_PROJECTS_HOST ?? ''
  if (ownHost || !env.VITE_SUPABASE_URL) return `${ownHost}/api/submit-testimonial`
  return `${env.VITE_SUPABASE_URL}/functions/v1/submit-testimonial`
}

const isReply = (value: unknown): value is SubmitTestimonialReply =>
  typeof value === 'object' && value !== null && 'ok' in value

/**
 * Sends a testimonial and returns the server's verdict; an answer that cannot be read counts as a refusal.
 * Throws `AppError('offline')` when no answer comes in time.
 */
export const submitTestimonial = async (
  testimonial: SubmitTestimonialRequest,
): Promise<{ ok: true } | { ok: false; message: string }> => {
  const response = await fetch(endpoint(readEnv()), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(testimonial),
    signal: AbortSignal.timeout(SUBMIT_MS),
  }).catch((cause: unknown) => {
    throw new AppError('offline', { cause })
  })
  const reply: unknown = await response.json().catch(() => undefined)
  if (isReply(reply) && reply.ok && response.ok) return { ok: true }
  return { ok: false, message: (isReply(reply) && !reply.ok && reply.message) || messages.testimonial.failed }
}
