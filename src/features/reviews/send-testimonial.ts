import { INVITATION_HEADER } from '@contract/invitation'
import { HONEYPOT_FIELD, INVITATION_TOKEN } from '@contract/limits'
import type { SubmitTestimonialReply } from '@contract/reply'
import { type SubmitTestimonialRequest, testimonialFormSchema } from '@contract/review'
import * as v from 'valibot'
import type { FormOutcome } from '@/components/ui/outcome-form'
import { type Env, readEnv } from '@/lib/env'
import { SUBMIT_TIMEOUT_MS } from '@/lib/errors'
import { type FieldProblem, validate } from '@/lib/validate'
import { messages } from '@/messages'

// A hosted function is called directly: behind a rewrite, all visitors would share one IP address and its rate limit.
const endpoint = (env: Env): string => {
  const ownHost = env.VITE_PROJECTS_HOST ?? ''
  if (ownHost || !env.VITE_SUPABASE_URL) return `${ownHost}/api/submit-testimonial`
  return `${env.VITE_SUPABASE_URL}/functions/v1/submit-testimonial`
}

const replySchema = v.fallback(v.object({ ok: v.fallback(v.unknown(), true), message: v.fallback(v.string(), '') }), {
  ok: true,
  message: '',
})

// Any good status without `ok: false` is a success. Throws what `fetch` throws when no answer comes in time.
const submitTestimonial = async (
  testimonial: SubmitTestimonialRequest,
  invitation: string,
): Promise<Pick<SubmitTestimonialReply, 'ok' | 'message'>> => {
  const response = await fetch(endpoint(readEnv()), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(invitation && { [INVITATION_HEADER]: invitation }) },
    body: JSON.stringify(testimonial),
    signal: AbortSignal.timeout(SUBMIT_TIMEOUT_MS),
  })
  // A page is what a host sends where it knows no such function.
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  const { ok, message } = v.parse(replySchema, await response.json().catch(() => undefined))
  if (response.ok && ok !== false && !isPage) return { ok: true, message: messages.testimonial.success }
  return { ok: false, message: message || messages.testimonial.failed }
}

const summary = (problems: Record<string, FieldProblem>): string =>
  Object.values(problems).includes('missing') ? messages.testimonial.incomplete : messages.invalidFields

/** Checks and sends a testimonial, with the token of an invitation or ''. */
export const sendTestimonial = async (typed: Record<string, string>, invitation: string): Promise<FormOutcome> => {
  const checked = validate(testimonialFormSchema, { ...typed, rating: Number(typed.rating) })
  if (!checked.ok) return { ok: false, message: summary(checked.problems), problems: checked.problems }
  const honeypot = typed[HONEYPOT_FIELD]
  const testimonial = {
    ...checked.value,
    source: 'Website' as const,
    ...(honeypot && { [HONEYPOT_FIELD]: honeypot }),
  }
  try {
    return await submitTestimonial(testimonial, INVITATION_TOKEN.test(invitation) ? invitation : '')
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : ''
    return { ok: false, message: said || messages.unexpected, advice: messages.tryAgain }
  }
}
