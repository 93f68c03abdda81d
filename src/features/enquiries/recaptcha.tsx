import { useEffect, useRef, useState } from 'react'
import type ReCAPTCHA from 'react-google-recaptcha'
import { Button } from '@/components/ui/button'
import { messages } from '@/messages'

const { spamCheck: words } = messages.contact

type OnToken = (token: string) => void

function Widget({ siteKey, onToken }: { siteKey: string; onToken: OnToken }) {
  const [Checkbox, setCheckbox] = useState<typeof ReCAPTCHA>()
  const [state, setState] = useState<'loading' | 'ready' | 'no-code' | 'no-google'>('loading')
  const fetchCode = () => {
    setState('loading')
    import('react-google-recaptcha').then(
      (module) => setCheckbox(() => module.default),
      () => setState('no-code'),
    )
  }
  useEffect(fetchCode, [])
  return (
    <>
      {state === 'loading' && (
        <p role="status" className="absolute text-sm text-concrete-600">
          {words.loading}
        </p>
      )}
      {(state === 'no-code' || state === 'no-google') && (
        <p role="alert" className="text-danger text-sm">
          {state === 'no-code' ? words.codeMissing : words.blocked}{' '}
          {state === 'no-code' && (
            <Button variant="link" onClick={fetchCode}>
              Try again
            </Button>
          )}
        </p>
      )}
      {Checkbox && (
        <Checkbox
          sitekey={siteKey}
          // Called when Google's script cannot be fetched, too.
          asyncScriptOnLoad={() => setState('grecaptcha' in window ? 'ready' : 'no-google')}
          onChange={(token) => onToken(token ?? '')}
        />
      )}
    </>
  )
}

type RecaptchaProps = {
  siteKey: string
  /** Whether anything of Google's may be there. */
  isWanted: boolean
  /** Whether to show a button that asks for it. */
  isOffered: boolean
  onWanted: () => void
  onToken: OnToken
}

/** The reCAPTCHA v2 checkbox, in a space of its size from the start. `onToken` gets an empty string when a token has expired. */
export function Recaptcha({ siteKey, isWanted, isOffered, onWanted, onToken }: RecaptchaProps) {
  const space = useRef<HTMLFieldSetElement>(null)
  const ask = () => {
    // The button goes; what comes in its place is next in the order of the keyboard.
    space.current?.focus()
    onWanted()
  }
  return (
    <fieldset ref={space} aria-label="Spam check" tabIndex={-1} className="min-h-[78px] w-fit min-w-[min(304px,100%)]">
      {isWanted && <Widget siteKey={siteKey} onToken={onToken} />}
      {isOffered && (
        <Button variant="outline" className="h-[78px] w-[304px] max-w-full" onClick={ask}>
          Load the spam check (Google)
        </Button>
      )}
    </fieldset>
  )
}
