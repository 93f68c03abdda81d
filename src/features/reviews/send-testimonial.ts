import { testimonialFormSchema } from '@contract/review'
import type { FormOutcome } from '@/components/ui/outcome-form'
import { HONEYPOT_FIELD } from '@/domain/limits'
import type { SubmitTestimonialReply, SubmitTestimonialRequest } from '@/domain/review'
import { type Env, readEnv } from '@/lib/env'
import { AppError, SUBMIT_MS } from '@/lib/errors'
import { type FieldProblem, validate } from '@/lib/validate'
import { messages } from '@/messages'

// A hosted function is called directly: behind a rewrite, all visitors would share one IP address and its rate limit.
const endpoint = (env: Env): string => {
  const ownHost = env.VITE_PROJECTS_HOST ?? ''
  if (ownHost || !env.VITE_SUPABASE_URL) return `${ownHost}/api/submit-testimonial`
  return `${env.VITE_SUPABASE_URL}/functions/v1/submit-testimonial`
}

const isReply = (value: unknown): value is SubmitTestimonialReply =>
  typeof value === 'object' && value !== null && 'ok' in value

// An unreadable answer counts as a refusal. Throws `AppError('offline')` when no answer comes in time.
const submitTestimonial = async (
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

const summary = (problems: Record<string, FieldProblem>): string =>
  Object.values(problems).includes('missing') ? messages.testimonial.incomplete : messages.invalidFields

/** Checks and sends a testimonial, with the token of an invitation or ''. */
export const sendTestimonial = async (typed: Record<string, string>, invitation: string): Promise<FormOutcome> => {
  const checked = validate(testimonialFormSchema, { ...typed, rating: Number(typed.rating) })
  if (!checked.ok) return { ok: false, message: summary(checked.problems), problems: checked.problems }
  const honeypot = typed[HONEYPOT_FIELD]
  const reply = await submitTestimonial({
    ...checked.value,
    source: 'Website',
    ...(invitation && { invitation }),
    ...(honeypot && { [HONEYPOT_FIELD]: honeypot }),
  })
  return reply.ok ? { ok: true, message: messages.testimonial.success } : reply
}
