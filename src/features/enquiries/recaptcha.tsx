import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { readEnv } from '@/lib/env'
import { lazyModule } from '@/lib/lazy-module'
import { messages } from '@/messages'

const recaptcha = lazyModule(() => import('react-google-recaptcha'))

export const recaptchaSiteKey = (): string | undefined => readEnv().VITE_RECAPTCHA_SITE_KEY

/** The reCAPTCHA v2 checkbox. `onToken` gets an empty string when an answer has expired. */
export function Recaptcha({ siteKey, onToken }: { siteKey: string; onToken: (token: string) => void }) {
  const Widget = useLazyModule(recaptcha)?.default
  const [isMissing, setMissing] = useState(false)
  const fetchWidget = () => {
    setMissing(false)
    recaptcha.load().catch(() => setMissing(true))
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
