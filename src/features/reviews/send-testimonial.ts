import { INVITATION_HEADER } from '@contract/invitation'
import { HONEYPOT_FIELD, LINK_TOKEN } from '@contract/limits'
import { type SubmitTestimonialReply, TESTIMONIAL_RECEIVED } from '@contract/reply'
import { type SubmitTestimonialRequest, testimonialFormSchema } from '@contract/review'
import * as v from 'valibot'
import type { SubmitResult } from '@/components/ui/form'
import { fetchBackend } from '@/lib/backend'
import { readEnv } from '@/lib/env'
import { type Validated, validate } from '@/lib/validate'
import { messages } from '@/messages'

const replySchema = v.object({ ok: v.optional(v.unknown()), message: v.fallback(v.string(), '') })

// Any 2xx response without `ok: false` is a success.
const submitTestimonial = async (
  testimonial: SubmitTestimonialRequest,
  invitation: string,
): Promise<Pick<SubmitTestimonialReply, 'ok' | 'message'>> => {
  const { VITE_PROJECTS_HOST: host, VITE_SUPABASE_URL } = readEnv()
  // Behind a host's rewrite, all visitors would share one IP address and its rate limit.
  const folder = VITE_SUPABASE_URL && !host ? 'functions/v1' : 'api'
  const headers: Record<string, string> = invitation ? { [INVITATION_HEADER]: invitation } : {}
  const response = await fetchBackend(`/${folder}/submit-testimonial`, { body: testimonial, headers, host })
  // Some hosts return a page for a missing function.
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  const { ok, message } = v.parse(replySchema, Object(await response.json().catch(() => undefined)))
  if (response.ok && ok !== false && !isPage) return { ok: true, message: TESTIMONIAL_RECEIVED }
  return { ok: false, message: message || messages.testimonial.failed }
}

type Testimonial = v.InferOutput<typeof testimonialFormSchema>

export const checkTestimonial = (typed: Record<string, string>): Validated<Testimonial> =>
  validate(testimonialFormSchema, { ...typed, rating: Number(typed.rating) })

type Extras = { honeypot: string | undefined; invitation: string }

/** Sends a testimonial. Never throws. `invitation` is a token or ''. */
export const sendTestimonial = async (typed: Testimonial, { honeypot, invitation }: Extras): Promise<SubmitResult> => {
  const testimonial = { ...typed, source: 'Website' as const, ...(honeypot && { [HONEYPOT_FIELD]: honeypot }) }
  try {
    return await submitTestimonial(testimonial, LINK_TOKEN.test(invitation) ? invitation : '')
  } catch (cause) {
    const message = (cause instanceof Error && cause.message) || messages.unexpected
    return { ok: false, message, advice: messages.tryAgain }
  }
}
