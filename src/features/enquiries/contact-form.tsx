import { type FormEvent, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { buttonClass } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { useFocusWhenShown } from '@/components/ui/use-focus-when-shown'
import { useSubmission } from '@/components/ui/use-submission'
import { site } from '@/content/site'
import { contactFormSchema, ENQUIRY_LIMITS } from '@/domain/enquiry'
import { AppError } from '@/lib/errors'
import { textFields } from '@/lib/form-data'
import { sendEmail } from '@/lib/send-email'
import { type FieldProblem, validate } from '@/lib/validate'
import { errorText, fieldText, messages } from '@/messages'
import { Recaptcha, recaptchaSiteKey } from './recaptcha'

type Outcome =
  | { state: 'editing' }
  | { state: 'failed'; message: string; problems: Record<string, FieldProblem> }
  | { state: 'sent'; message: string }

const failed = (message: string, problems: Record<string, FieldProblem> = {}): Outcome => ({
  state: 'failed',
  message,
  problems,
})

/** The contact form: sends an enquiry to the company's mailbox. A failure keeps what was typed. */
export function ContactForm() {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'editing' })
  const notice = useFocusWhenShown<HTMLDivElement>(outcome)
  const [rounds, setRounds] = useState(0)
  const firstField = useFocusWhenShown<HTMLInputElement>(rounds)
  const startAgain = () => {
    setOutcome({ state: 'editing' })
    setRounds(rounds + 1)
  }
  const recaptchaToken = useRef('')
  const siteKey = recaptchaSiteKey()

  const send = async (form: HTMLFormElement): Promise<Outcome> => {
    const checked = validate(contactFormSchema, textFields(form))
    if (!checked.ok) {
      const missing = Object.values(checked.problems).includes('missing')
      return failed(missing ? messages.contact.incomplete : messages.invalidFields, checked.problems)
    }
    if (siteKey && !recaptchaToken.current) return failed(messages.contact.missingRecaptcha)
    const { name, email, phone, subject, message } = checked.value
    try {
      const reply = await sendEmail({
        email: site.email,
        cardUrl: message,
        isContactForm: true,
        name,
        phone,
        subject,
        fromEmail: email,
        recaptchaToken: recaptchaToken.current,
      })
      if (!reply.ok) return failed(errorText(reply.code))
      return {
        state: 'sent',
        message: reply.delivery === 'failed' ? messages.contact.storedOnly : messages.contact.success,
      }
    } catch (error) {
      return failed(error instanceof AppError ? errorText(error.code) : messages.unexpected)
    }
  }
  const { sending, submit } = useSubmission(async (form: HTMLFormElement) => setOutcome(await send(form)))

  if (outcome.state === 'sent')
    return (
      <div className="grid justify-items-start gap-5">
        <Alert ref={notice} tone="success" title={messages.contact.successTitle}>
          {outcome.message}
        </Alert>
        <button type="button" className={buttonClass({ variant: 'outline' })} onClick={startAgain}>
          Send another message
        </button>
      </div>
    )

  const problems = outcome.state === 'failed' ? outcome.problems : {}
  const error = (name: keyof typeof ENQUIRY_LIMITS) => fieldText(problems[name], ENQUIRY_LIMITS[name])
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
        <Alert ref={notice} tone="error" title={messages.contact.errorTitle}>
          {outcome.message}
        </Alert>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" name="name" error={error('name')}>
          {(control) => <input {...control} ref={firstField} required autoComplete="name" />}
        </Field>
        <Field label="Email" name="email" error={fieldText(problems.email)}>
          {(control) => <input {...control} required type="email" autoComplete="email" />}
        </Field>
        <Field label="Phone" name="phone" optional error={error('phone')}>
          {(control) => <input {...control} type="tel" autoComplete="tel" />}
        </Field>
        <Field label="Subject" name="subject" optional error={error('subject')}>
          {(control) => <input {...control} />}
        </Field>
      </div>
      <Field
        label="Message"
        name="message"
        hint="The address, the kind of house and what you would like to build are a good start."
        error={error('message')}
      >
        {(control) => <textarea {...control} required rows={6} />}
      </Field>
      {siteKey && (
        <Recaptcha
          siteKey={siteKey}
          onToken={(token) => {
            recaptchaToken.current = token
          }}
        />
      )}
      <div>
        <button type="submit" disabled={sending} className={buttonClass({ variant: 'green', size: 'lg' })}>
          {sending ? 'Sending...' : 'Send Message'}
        </button>
      </div>
    </form>
  )
}
