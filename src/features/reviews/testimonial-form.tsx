import { type FormEvent, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { buttonClass } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { useFocusWhenShown } from '@/components/ui/use-focus-when-shown'
import { useSubmission } from '@/components/ui/use-submission'
import { HONEYPOT_FIELD, REVIEW_LIMITS, testimonialFormSchema } from '@/domain/review'
import { AppError } from '@/lib/errors'
import { textFields } from '@/lib/form-data'
import { type FieldProblem, validate } from '@/lib/validate'
import { errorText, fieldText, messages } from '@/messages'
import { Honeypot } from './honeypot'
import { StarRatingInput } from './star-rating-input'
import { submitTestimonial } from './submit-testimonial'

type Fields = 'name' | 'location' | 'text' | 'email'
type Outcome =
  | { state: 'editing' }
  | { state: 'failed'; message: string; problems: Record<string, FieldProblem> }
  | { state: 'sent' }

const summary = (problems: Record<string, FieldProblem>): string =>
  Object.values(problems).includes('missing') ? messages.testimonial.incomplete : messages.invalidFields

/** 'Submit a Testimonial': validates, sends, and gives way to the success message. A failure keeps what was typed. */
export function TestimonialForm() {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'editing' })
  const notice = useFocusWhenShown<HTMLDivElement>(outcome)
  const [rounds, setRounds] = useState(0)
  const firstField = useFocusWhenShown<HTMLInputElement>(rounds)
  const startAgain = () => {
    setOutcome({ state: 'editing' })
    setRounds(rounds + 1)
  }

  const { sending, submit } = useSubmission(async (element: HTMLFormElement) => {
    const typed = textFields(element)
    const checked = validate(testimonialFormSchema, { ...typed, rating: Number(typed.rating) })
    if (!checked.ok)
      return setOutcome({ state: 'failed', message: summary(checked.problems), problems: checked.problems })
    const trap = typed[HONEYPOT_FIELD]
    try {
      const reply = await submitTestimonial({
        ...checked.value,
        source: 'Website',
        ...(trap && { [HONEYPOT_FIELD]: trap }),
      })
      setOutcome(reply.ok ? { state: 'sent' } : { state: 'failed', message: reply.message, problems: {} })
    } catch (error) {
      const message = error instanceof AppError ? errorText(error.code) : messages.unexpected
      setOutcome({ state: 'failed', message, problems: {} })
    }
  })

  if (outcome.state === 'sent')
    return (
      <div className="grid justify-items-start gap-5">
        <Alert ref={notice} tone="success" title={messages.testimonial.successTitle}>
          {messages.testimonial.success}
        </Alert>
        <button type="button" className={buttonClass({ variant: 'outline' })} onClick={startAgain}>
          Submit another testimonial
        </button>
      </div>
    )

  const problems = outcome.state === 'failed' ? outcome.problems : {}
  const error = (name: Fields) => fieldText(problems[name], name === 'email' ? undefined : REVIEW_LIMITS[name])
  return (
    <form
      // Sent before the page's code has arrived, a form with this method goes nowhere and keeps what was typed.
      method="dialog"
      noValidate
      aria-busy={sending}
      className="grid gap-5 noscript:hidden"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      {outcome.state === 'failed' && (
        <Alert ref={notice} tone="error" title={messages.testimonial.errorTitle}>
          {outcome.message}
        </Alert>
      )}
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
      <Field label="Email" name="email" hint="We never publish your e-mail address." error={error('email')}>
        {(control) => <input {...control} required type="email" autoComplete="email" />}
      </Field>
      <StarRatingInput />
      <Field label="Your testimonial" name="text" error={error('text')}>
        {(control) => <textarea {...control} required rows={4} />}
      </Field>
      <Honeypot />
      <div>
        <button type="submit" disabled={sending} className={buttonClass({ variant: 'green', size: 'lg' })}>
          {sending ? 'Submitting...' : 'Submit Testimonial'}
        </button>
      </div>
    </form>
  )
}
