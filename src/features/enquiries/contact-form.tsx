import { ENQUIRY_LIMITS } from '@contract/limits'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { type FormOutcome, OutcomeForm } from '@/components/ui/outcome-form'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { readEnv } from '@/lib/env'
import { textFields } from '@/lib/form-data'
import { lazyModule } from '@/lib/lazy-module'
import { fieldText, messages } from '@/messages'

const sendCode = lazyModule(() => import('./send-enquiry'))
const checkCode = lazyModule(() => import('./spam-check'))

export function ContactForm() {
  const recaptchaToken = useRef<string>(undefined)
  const [attempt, setAttempt] = useState(0)
  const siteKey = readEnv().VITE_RECAPTCHA_SITE_KEY
  const check = useLazyModule(checkCode)
  useEffect(() => {
    if (siteKey) checkCode.prefetch()
  }, [siteKey])

  const send = async (form: HTMLFormElement): Promise<FormOutcome> => {
    const fields = textFields(form)
    const { sendEnquiry } = await sendCode.load()
    const token = recaptchaToken.current
    const renewCheck = () => setAttempt((count) => count + 1)
    const enquiry = { fields, needsRecaptcha: siteKey !== undefined, recaptchaToken: token }
    const outcome = await sendEnquiry(enquiry).catch((cause: unknown) => {
      renewCheck()
      throw cause
    })
    if (token && !('problems' in outcome)) renewCheck()
    return outcome
  }

  return (
    <OutcomeForm
      send={send}
      onFocus={() => {
        sendCode.prefetch()
        if (siteKey) checkCode.prefetch()
      }}
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
              <div className="min-h-[78px]">
                {check && (
                  <check.SpamCheck
                    siteKey={siteKey}
                    attempt={attempt}
                    onToken={(token) => {
                      recaptchaToken.current = token
                    }}
                  />
                )}
              </div>
            )}
            <div>
              <Button type="submit" busy={sending} variant="green" size="lg">
                {sending ? 'Sending...' : 'Send Message'}
              </Button>
            </div>
          </>
        )
      }}
    </OutcomeForm>
  )
}
