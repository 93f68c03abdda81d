import type { FormOutcome } from '@/components/ui/outcome-form'
import { HONEYPOT_FIELD } from '@/domain/limits'
import { testimonialFormSchema } from '@/domain/review'
import { type FieldProblem, validate } from '@/lib/validate'
import { messages } from '@/messages'
import { submitTestimonial } from './submit-testimonial'

const summary = (problems: Record<string, FieldProblem>): string =>
  Object.values(problems).includes('missing') ? messages.testimonial.incomplete : messages.invalidFields

/** Checks what was typed into the testimonial form, and submits it. */
export const sendTestimonial = async (typed: Record<string, string>): Promise<FormOutcome> => {
  const checked = validate(testimonialFormSchema, { ...typed, rating: Number(typed.rating) })
  if (!checked.ok) return { ok: false, message: summary(checked.problems), problems: checked.problems }
  const trap = typed[HONEYPOT_FIELD]
  const reply = await submitTestimonial({
    ...checked.value,
    source: 'Website',
    ...(trap && { [HONEYPOT_FIELD]: trap }),
  })
  return reply.ok ? { ok: true, message: messages.testimonial.success } : reply
}
