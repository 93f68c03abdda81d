import type { SubmitTestimonialReply, SubmitTestimonialRequest } from '@/domain/review'
import { readEnv } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { messages } from '@/messages'

const isReply = (value: unknown): value is SubmitTestimonialReply =>
  typeof value === 'object' && value !== null && 'ok' in value

/**
 * Sends a testimonial and returns the server's verdict; an answer that cannot be read counts as a refusal.
 * Throws `AppError('offline')` when no answer comes.
 */
export const submitTestimonial = async (
  testimonial: SubmitTestimonialRequest,
): Promise<{ ok: true } | { ok: false; message: string }> => {
  const host = readEnv(import.meta.env).VITE_PROJECTS_HOST ?? ''
  const response = await fetch(`${host}/api/submit-testimonial`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(testimonial),
  }).catch((cause: unknown) => {
    throw new AppError('offline', { cause })
  })
  const reply: unknown = await response.json().catch(() => undefined)
  if (isReply(reply) && reply.ok && response.ok) return { ok: true }
  return { ok: false, message: (isReply(reply) && !reply.ok && reply.message) || messages.testimonial.failed }
}
