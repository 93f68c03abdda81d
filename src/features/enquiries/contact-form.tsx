import { ENQUIRY_LIMITS } from '@contract/limits'
import { useEffect, useRef, useState } from 'react'
import { clearMessageDraft, getMessageDraft, saveMessageDraft } from '@/components/layout/message-draft'
import { TextArea, TextField } from '@/components/ui/field'
import { Form, SubmitButton, type SubmitResult } from '@/components/ui/form'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { readEnv } from '@/lib/env'
import { lazyModule } from '@/lib/lazy-module'
import { firstInteraction } from '@/lib/when-to-start'
import { messages } from '@/messages'
import type { Enquiry } from './send-enquiry'

const sendModule = lazyModule(() => import('./send-enquiry'))
const photoModule = lazyModule(() => import('./photo-field'))
const spamCheckModule = lazyModule(() => import('./spam-check'))

function MessageField() {
  const [begun] = useState(getMessageDraft)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const field = area.current
    return () => saveMessageDraft(field?.value ?? '')
  }, [])
  return (
    <TextArea
      label="Message"
      name="message"
      ref={area}
      defaultValue={begun}
      hint="Tell us the address, the type of house and what you’d like to build."
      limit={ENQUIRY_LIMITS.message}
      rows={6}
    />
  )
}

export function ContactForm() {
  const recaptchaToken = useRef<string>(undefined)
  const [attempt, setAttempt] = useState(0)
  const siteKey = readEnv().VITE_RECAPTCHA_SITE_KEY
  const check = useLazyModule(spamCheckModule)
  const Photos = useLazyModule(photoModule)?.PhotoField
  // Late, so that it isn't on screen yet. Insecure pages can't create ids.
  useEffect(() => void firstInteraction().then(() => isSecureContext && photoModule.prefetch()), [])
  useEffect(() => {
    if (siteKey) spamCheckModule.prefetch()
  }, [siteKey])

  const send = async (enquiry: Enquiry): Promise<SubmitResult> => {
    const { sendEnquiry } = await sendModule.load()
    try {
      const spamCheck = { needsRecaptcha: siteKey !== undefined, getRecaptchaToken: () => recaptchaToken.current }
      const outcome = await sendEnquiry(enquiry, spamCheck)
      if (outcome.ok) clearMessageDraft(enquiry.message)
      return outcome
    } finally {
      // Google accepts each token once.
      if (recaptchaToken.current) setAttempt((count) => count + 1)
    }
  }

  return (
    <Form
      check={async (typed) => (await sendModule.load()).checkEnquiry(typed)}
      action={send}
      onInvalid={(problems) =>
        Object.values(problems).includes('missing') ? messages.contact.incomplete : messages.invalidFields
      }
      onFocus={() => {
        sendModule.prefetch()
        if (siteKey) spamCheckModule.prefetch()
      }}
      successTitle={messages.contact.successTitle}
      again="Send another message"
      className="needs-scripts grid gap-5"
    >
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <TextField label="Name" name="name" limit={ENQUIRY_LIMITS.name} autoComplete="name" />
        <TextField label="Email" name="email" type="email" autoComplete="email" />
        <TextField label="Phone" name="phone" type="tel" optional limit={ENQUIRY_LIMITS.phone} autoComplete="tel" />
        <TextField label="Subject" name="subject" optional limit={ENQUIRY_LIMITS.subject} />
      </div>
      <MessageField />
      {Photos && <Photos />}
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
        <SubmitButton busyLabel="Sending..." variant="green" size="lg">
          Send Message
        </SubmitButton>
      </div>
    </Form>
  )
}
