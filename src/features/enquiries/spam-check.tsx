import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { lazyModule } from '@/lib/lazy-module'
import { loadErrorText } from '@/messages/load-error'
import { spamCheckMessages as words } from '@/messages/spam-check'
import { cookieConsent } from '@/storage/keys'
import { useStoredValue } from '@/storage/stored-value'

const recaptchaModule = lazyModule(() => import('react-google-recaptcha'))

const placeholder =
  'absolute inset-0 grid place-items-center rounded-lg border border-concrete-500 border-dashed text-sm text-concrete-600'

type OnToken = (token: string | undefined) => void

// Allows retries. The library requests the script only once, but reuses a loaded one.
let pending: Promise<void> | undefined
const loadGoogle = async (): Promise<void> => {
  if (!pending && 'grecaptcha' in window) return
  pending ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = 'https://www.google.com/recaptcha/api.js?render=explicit'
    script.addEventListener('load', () => Reflect.get(window, 'grecaptcha').ready(resolve))
    script.addEventListener('error', reject)
    document.body.append(script)
  }).finally(() => {
    pending = undefined
  })
  await pending
}

function Recaptcha({ siteKey, onToken }: { siteKey: string; onToken: OnToken }) {
  const code = useLazyModule(recaptchaModule)
  const [state, setState] = useState<'loading' | 'ready' | { missing: string }>('loading')
  const load = () => {
    setState('loading')
    recaptchaModule.load().then(
      () =>
        loadGoogle().then(
          () => setState('ready'),
          () => setState({ missing: words.blocked }),
        ),
      (error) => setState({ missing: loadErrorText(error, words.codeMissing) }),
    )
  }
  useEffect(load, [])
  const isMissing = typeof state === 'object'
  // biome-ignore lint/correctness/useExhaustiveDependencies: report changes, not renders.
  useEffect(() => onToken(isMissing ? undefined : ''), [isMissing])
  return (
    <>
      {state === 'loading' && (
        <p role="status" className={placeholder}>
          {words.loading}
        </p>
      )}
      {isMissing && (
        <p role="alert" className="text-danger text-sm">
          <span>{state.missing}</span>{' '}
          <Button
            variant="link"
            onClick={({ currentTarget }) => {
              currentTarget.closest('fieldset')?.focus()
              load()
            }}
          >
            Try again
          </Button>
        </p>
      )}
      {code && state === 'ready' && <code.default sitekey={siteKey} onChange={(token) => onToken(token ?? '')} />}
    </>
  )
}

type SpamCheckProps = {
  siteKey: string
  /** A change resets the checkbox, because Google accepts each token once. */
  attempt: number
  /** Receives '' without a token, undefined while the check isn't loaded. */
  onToken: OnToken
}

/** reCAPTCHA v2. Contacts Google only on focus with consent, or when the button is pressed. */
export function SpamCheck({ siteKey, attempt, onToken }: SpamCheckProps) {
  const space = useRef<HTMLFieldSetElement>(null)
  const consent = useStoredValue(cookieConsent)
  const isAccepted = consent.state === 'value' && consent.value === 'accepted'
  const [asked, setAsked] = useState<'by-focus' | 'by-button'>()
  const isLoaded = asked === 'by-button' || (isAccepted && asked === 'by-focus')
  const isOffered = !isAccepted && asked !== 'by-button'

  useEffect(() => {
    const form = space.current?.closest('form')
    if (!isAccepted || !form) return
    const turnTo = () => setAsked((before) => before ?? 'by-focus')
    if (form.contains(document.activeElement)) turnTo()
    form.addEventListener('focusin', turnTo)
    return () => form.removeEventListener('focusin', turnTo)
  }, [isAccepted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: report each attempt, not renders.
  useEffect(() => onToken(isOffered ? undefined : ''), [isOffered, attempt])

  const load = () => {
    // The button will disappear. Its replacement is next in the tab order.
    space.current?.focus()
    setAsked('by-button')
  }
  return (
    <fieldset ref={space} aria-label="Spam check" tabIndex={-1} className="max-w-[304px] min-w-0 max-[22rem]:-mx-3">
      <div className="relative min-h-[78px]">
        {isLoaded && <Recaptcha key={attempt} siteKey={siteKey} onToken={onToken} />}
        {isAccepted && !isLoaded && <p className={placeholder}>{words.waiting}</p>}
        {isOffered && (
          <Button variant="outline" className="h-[78px] w-full" onClick={load}>
            Load spam check (Google)
          </Button>
        )}
      </div>
    </fieldset>
  )
}
