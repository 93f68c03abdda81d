import { HONEYPOT_FIELD, REVIEW_LIMITS } from '@contract/limits'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { type FormOutcome, OutcomeForm } from '@/components/ui/outcome-form'
import { textFields } from '@/lib/form-data'
import { lazyModule } from '@/lib/lazy-module'
import { fieldText, messages } from '@/messages'
import { StarRatingInput } from './stars'
import { useInvitation } from './use-invitation'

const sendCode = lazyModule(() => import('./send-testimonial'))

function Honeypot() {
  return (
    <div aria-hidden className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Leave this empty
        <input name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

/** An invitation in the URL fills in the form and is sent along. */
export function TestimonialForm() {
  const container = useRef<HTMLDivElement>(null)
  const { token, notice, forget } = useInvitation(container)
  const send = async (form: HTMLFormElement): Promise<FormOutcome> => {
    const typed = textFields(form)
    const { sendTestimonial } = await sendCode.load()
    const outcome = await sendTestimonial(typed, token)
    if (outcome.ok && token) forget()
    return outcome
  }
  return (
    <div ref={container}>
      {notice && <notice.Notice state={notice.state} />}
      <OutcomeForm
        send={send}
        onFocus={sendCode.prefetch}
        errorTitle={messages.testimonial.errorTitle}
        successTitle={messages.testimonial.successTitle}
        again="Submit another testimonial"
      >
        {({ problems, sending, firstField }) => {
          const error = (name: 'name' | 'location' | 'text') => fieldText(problems[name], REVIEW_LIMITS[name])
          return (
            <>
              <div className="grid gap-5 sm:grid-cols-2">
                <Field label="Name" name="name" error={error('name')}>
                  {(control) => <input {...control} ref={firstField} required autoComplete="name" />}
                </Field>
                <Field
                  label="Location"
                  name="location"
                  hint="Where the work was done, such as Camden"
                  error={error('location')}
                >
                  {(control) => <input {...control} required autoComplete="address-level2" />}
                </Field>
              </div>
              <Field label="Your testimonial" name="text" error={error('text')}>
                {(control) => <textarea {...control} required rows={4} />}
              </Field>
              <Field
                label="Email"
                name="email"
                hint="We never publish your email address."
                error={fieldText(problems.email)}
              >
                {(control) => <input {...control} required type="email" autoComplete="email" />}
              </Field>
              <StarRatingInput />
              <Honeypot />
              <div>
                <Button type="submit" busy={sending} variant="green" size="lg">
                  {sending ? 'Submitting...' : 'Submit Testimonial'}
                </Button>
              </div>
            </>
          )
        }}
      </OutcomeForm>
    </div>
  )
}
