import { useEffect, useState } from 'react'
import type ReCAPTCHA from 'react-google-recaptcha'
import { Button } from '@/components/ui/button'
import { messages } from '@/messages'

/** The reCAPTCHA v2 checkbox. `onToken` gets an empty string when a token has expired. */
export function Recaptcha({ siteKey, onToken }: { siteKey: string; onToken: (token: string) => void }) {
  const [Widget, setWidget] = useState<typeof ReCAPTCHA>()
  const [isMissing, setMissing] = useState(false)
  const fetchWidget = () => {
    setMissing(false)
    import('react-google-recaptcha').then(
      (module) => setWidget(() => module.default),
      () => setMissing(true),
    )
  }
  useEffect(fetchWidget, [])
  return (
    <div className="min-h-[78px]">
      {Widget && <Widget sitekey={siteKey} onChange={(token) => onToken(token ?? '')} />}
      {isMissing && (
        <p role="alert" className="text-danger text-sm">
          {messages.contact.recaptchaMissing}{' '}
          <Button variant="link" onClick={fetchWidget}>
            Try again
          </Button>
        </p>
      )}
    </div>
  )
}
