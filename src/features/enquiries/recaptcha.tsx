import { lazy, Suspense } from 'react'
import { readEnv } from '@/lib/env'

const Widget = lazy(() => import('react-google-recaptcha'))

/** The site key, or nothing when no spam check is configured. */
export const recaptchaSiteKey = (): string | undefined => readEnv().VITE_RECAPTCHA_SITE_KEY

/** The reCAPTCHA v2 checkbox. `onToken` gets an empty string when an answer has expired. */
export function Recaptcha({ siteKey, onToken }: { siteKey: string; onToken: (token: string) => void }) {
  return (
    // The widget's own height, so that nothing moves when it arrives.
    <div className="min-h-[78px]">
      <Suspense fallback={null}>
        <Widget sitekey={siteKey} onChange={(token) => onToken(token ?? '')} />
      </Suspense>
    </div>
  )
}
