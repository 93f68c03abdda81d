import { HONEYPOT_FIELD, INVITATION_KEY, REVIEW_LIMITS } from '@contract/limits'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { TextArea, TextField } from '@/components/ui/field'
import { Form, SubmitButton, textFields } from '@/components/ui/form'
import { lazyModule } from '@/lib/lazy-module'
import { messages } from '@/messages'
import type { InvitationNotice } from './invitation'
import { StarRatingInput } from './stars'

type Notice = { Notice: typeof InvitationNotice; state: Parameters<typeof InvitationNotice>[0]['state'] }

// Keeps fields with text or focus.
const prefillForm = (container: HTMLElement | null, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) {
    const field = container?.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (field?.value === '' && field !== document.activeElement) field.value = value
  }
}

/** The token works even if prefilling fails. */
const useInvitation = (container: RefObject<HTMLElement | null>) => {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const token = new URLSearchParams(hash.slice(1)).get(INVITATION_KEY) ?? ''
  const [notice, setNotice] = useState<Notice>()

  useEffect(() => {
    if (!token) return
    const controller = new AbortController()
    const load = async () => {
      const { readInvitation, InvitationNotice } = await import('./invitation')
      const { state, ...values } = await readInvitation(token, controller.signal)
      if (controller.signal.aborted) return
      prefillForm(container.current, values)
      setNotice({ Notice: InvitationNotice, state })
    }
    load().catch(() => {})
    return () => {
      controller.abort()
      setNotice(undefined)
    }
  }, [token, container])

  const removeToken = () => void navigate({ pathname, search }, { replace: true, preventScrollReset: true })
  return { token, notice, removeToken }
}

const sendModule = lazyModule(() => import('./send-testimonial'))

// 1Password, Bitwarden and LastPass ignore `autocomplete`.
const NO_FILLER = { 'data-1p-ignore': '', 'data-bwignore': '', 'data-lpignore': 'true' }

function Honeypot() {
  return (
    <div aria-hidden className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Leave this empty
        <input name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" {...NO_FILLER} />
      </label>
    </div>
  )
}

export function TestimonialForm() {
  const container = useRef<HTMLDivElement>(null)
  const { token, notice, removeToken } = useInvitation(container)
  return (
    <div ref={container}>
      {notice && <notice.Notice state={notice.state} />}
      <Form
        check={async (typed) => (await sendModule.load()).checkTestimonial(typed)}
        action={async (testimonial, form) => {
          const { sendTestimonial } = await sendModule.load()
          const honeypot = textFields(form)[HONEYPOT_FIELD]
          const outcome = await sendTestimonial(testimonial, { honeypot, invitation: token })
          if (outcome.ok && token) removeToken()
          return outcome
        }}
        onInvalid={(problems) =>
          Object.values(problems).includes('missing') ? messages.testimonial.incomplete : messages.invalidFields
        }
        onFocus={sendModule.prefetch}
        successTitle={messages.testimonial.successTitle}
        again="Submit another testimonial"
        className="needs-scripts grid gap-5"
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Name" name="name" limit={REVIEW_LIMITS.name} autoComplete="name" />
          <TextField
            label="Location"
            name="location"
            hint="Where we worked for you, for example Camden"
            limit={REVIEW_LIMITS.location}
            autoComplete="address-level2"
          />
        </div>
        <TextArea label="Your testimonial" name="text" limit={REVIEW_LIMITS.text} rows={4} />
        <TextField
          label="Email"
          name="email"
          type="email"
          hint="We never publish your email address."
          autoComplete="email"
        />
        <StarRatingInput />
        <Honeypot />
        <div>
          <SubmitButton busyLabel="Submitting..." variant="green" size="lg">
            Submit Testimonial
          </SubmitButton>
        </div>
      </Form>
    </div>
  )
}
