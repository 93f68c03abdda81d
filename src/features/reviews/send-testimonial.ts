import { INVITATION_HEADER } from '@contract/invitation'
import { HONEYPOT_FIELD, INVITATION_TOKEN } from '@contract/limits'
import type { SubmitTestimonialReply } from '@contract/reply'
import { type SubmitTestimonialRequest, testimonialFormSchema } from '@contract/review'
import * as v from 'valibot'
import type { FormOutcome } from '@/components/ui/outcome-form'
import { fetchBackend } from '@/lib/ask-backend'
import { readEnv } from '@/lib/env'
import { validate } from '@/lib/validate'
import { messages } from '@/messages'

const replySchema = v.fallback(v.object({ ok: v.fallback(v.unknown(), true), message: v.fallback(v.string(), '') }), {
  ok: true,
  message: '',
})

// Any good status without `ok: false` is a success. Throws as `fetch` does.
const submitTestimonial = async (
  testimonial: SubmitTestimonialRequest,
  invitation: string,
): Promise<Pick<SubmitTestimonialReply, 'ok' | 'message'>> => {
  const { VITE_PROJECTS_HOST: host, VITE_SUPABASE_URL } = readEnv()
  // Called directly: behind a host's rewrite, all visitors would share one IP address and its rate limit.
  const folder = VITE_SUPABASE_URL && !host ? 'functions/v1' : 'api'
  const headers: Record<string, string> = invitation ? { [INVITATION_HEADER]: invitation } : {}
  const response = await fetchBackend(`/${folder}/submit-testimonial`, { body: testimonial, headers, host })
  // Some hosts send a page for a function they do not have.
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  const { ok, message } = v.parse(replySchema, await response.json().catch(() => undefined))
  if (response.ok && ok !== false && !isPage) return { ok: true, message: messages.testimonial.success }
  return { ok: false, message: message || messages.testimonial.failed }
}

/** Checks and sends what was typed; never throws. `invitation`: its token, or ''. */
export const sendTestimonial = async (typed: Record<string, string>, invitation: string): Promise<FormOutcome> => {
  const checked = validate(testimonialFormSchema, { ...typed, rating: Number(typed.rating) })
  if (!checked.ok) {
    const missing = Object.values(checked.problems).includes('missing')
    const message = missing ? messages.testimonial.incomplete : messages.invalidFields
    return { ok: false, message, problems: checked.problems }
  }
  const honeypot = typed[HONEYPOT_FIELD]
  const testimonial = {
    ...checked.value,
    source: 'Website' as const,
    ...(honeypot && { [HONEYPOT_FIELD]: honeypot }),
  }
  try {
    return await submitTestimonial(testimonial, INVITATION_TOKEN.test(invitation) ? invitation : '')
  } catch (cause) {
    const message = (cause instanceof Error && cause.message) || messages.unexpected
    return { ok: false, message, advice: messages.tryAgain }
  }
}
