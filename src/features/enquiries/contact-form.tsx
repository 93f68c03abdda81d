import { ENQUIRY_LIMITS } from '@contract/limits'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { type FormOutcome, OutcomeForm } from '@/components/ui/outcome-form'
import { readEnv } from '@/lib/env'
import { textFields } from '@/lib/form-data'
import { lazyModule } from '@/lib/lazy-module'
import { fieldText, messages } from '@/messages'
import { cookieConsent } from '@/storage/keys'
import { useStoredValue } from '@/storage/stored-value'
import { Recaptcha } from './recaptcha'

const sendCode = lazyModule(() => import('./send-enquiry'))

// Google is asked for nothing until a visitor who accepted cookies turns to the form, or anybody presses the button.
const useSpamCheck = () => {
  const siteKey = readEnv().VITE_RECAPTCHA_SITE_KEY
  const consent = useStoredValue(cookieConsent)
  const isAccepted = consent.state === 'value' && consent.value === 'accepted'
  const [asked, setAsked] = useState<'by-focus' | 'by-button'>()
  return {
    siteKey,
    isWanted: asked === 'by-button' || (isAccepted && asked === 'by-focus'),
    isOffered: asked !== 'by-button' && !isAccepted && consent.state !== 'unread',
    onFocus: () => isAccepted && setAsked((before) => before ?? 'by-focus'),
    onWanted: () => setAsked('by-button'),
  }
}

export function ContactForm() {
  const recaptchaToken = useRef('')
  const [attempt, setAttempt] = useState(0)
  const { siteKey, onFocus, ...spamCheck } = useSpamCheck()

  const send = async (form: HTMLFormElement): Promise<FormOutcome> => {
    const fields = textFields(form)
    const { sendEnquiry } = await sendCode.load()
    const token = spamCheck.isWanted ? recaptchaToken.current : ''
    // Google accepts a token only once.
    const renewCheck = () => {
      recaptchaToken.current = ''
      setAttempt((count) => count + 1)
    }
    const { unanswered, notLoaded } = messages.contact.spamCheck
    const withoutToken = siteKey && (spamCheck.isOffered ? notLoaded : unanswered)
    const outcome = await sendEnquiry({ fields, recaptchaToken: token, withoutToken }).catch((cause: unknown) => {
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
        onFocus()
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
              <Recaptcha
                key={attempt}
                siteKey={siteKey}
                {...spamCheck}
                onToken={(token) => {
                  recaptchaToken.current = token
                }}
              />
            )}
            <div>
              <Button type="submit" disabled={sending} variant="green" size="lg">
                {sending ? 'Sending...' : 'Send Message'}
              </Button>
            </div>
          </>
        )
      }}
    </OutcomeForm>
  )
}
