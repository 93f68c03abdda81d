import { useRef } from 'react'
import { buttonClass } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { type FormOutcome, OutcomeForm } from '@/components/ui/outcome-form'
import { site } from '@/content/site'
import { contactFormSchema, ENQUIRY_LIMITS } from '@/domain/enquiry'
import { textFields } from '@/lib/form-data'
import { sendEmail } from '@/lib/send-email'
import { validate } from '@/lib/validate'
import { errorText, fieldText, messages } from '@/messages'
import { Recaptcha, recaptchaSiteKey } from './recaptcha'

/** The contact form: sends an enquiry to the company's mailbox. A failure keeps what was typed. */
export function ContactForm() {
  const recaptchaToken = useRef('')
  const siteKey = recaptchaSiteKey()

  const send = async (form: HTMLFormElement): Promise<FormOutcome> => {
    const checked = validate(contactFormSchema, textFields(form))
    if (!checked.ok) {
      const missing = Object.values(checked.problems).includes('missing')
      const message = missing ? messages.contact.incomplete : messages.invalidFields
      return { ok: false, message, problems: checked.problems }
    }
    if (siteKey && !recaptchaToken.current) return { ok: false, message: messages.contact.missingRecaptcha }
    const { name, email, phone, subject, message } = checked.value
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
    if (!reply.ok) return { ok: false, message: errorText(reply.code) }
    return { ok: true, message: reply.delivery === 'failed' ? messages.contact.storedOnly : messages.contact.success }
  }

  return (
    <OutcomeForm
      send={send}
      errorTitle={messages.contact.errorTitle}
      successTitle={messages.contact.successTitle}
      again="Send another message"
    >
      {({ problems, sending, firstField }) => {
        const error = (name: keyof typeof ENQUIRY_LIMITS) => fieldText(problems[name], ENQUIRY_LIMITS[name])
        return (
          <>
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
          </>
        )
      }}
    </OutcomeForm>
  )
}
