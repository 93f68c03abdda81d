import { X } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { Link } from '@/components/link'
import { buttonClass } from '@/components/ui/button'
import { paths } from '@/paths'
import { useConsent } from './consent-context'

/** Shows while consent is undecided or asked for; never in the prerendered page. */
export function CookieBanner() {
  const { bannerOpen } = useConsent()
  return bannerOpen && <OpenBanner />
}

const PROPERTY = '--reserved-bottom'

// Returns a ref for an element fixed to the bottom; while it shows, the page can be scrolled clear of it.
const useReservedSpace = <T extends HTMLElement>(): RefObject<T | null> => {
  const element = useRef<T>(null)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(PROPERTY, `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty(PROPERTY)
    }
  }, [])
  return element
}

// Moves the focus to a banner that the visitor asked for, and back.
const useFocusOnRequest = (requested: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!requested) return
    const opener = document.activeElement
    heading.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [requested])
  return heading
}

function OpenBanner() {
  const { consent, bannerAskedFor, decide, closeBanner } = useConsent()
  const banner = useReservedSpace<HTMLElement>()
  const heading = useFocusOnRequest(bannerAskedFor)
  const headingId = useId()
  const answer = buttonClass({ className: 'grow whitespace-nowrap sm:min-w-36' })
  return (
    <section
      ref={banner}
      aria-labelledby={headingId}
      className="cookie-banner fixed inset-x-0 bottom-0 z-20 max-h-[70svh] overflow-y-auto bg-paper shadow-float print:hidden"
    >
      <div aria-hidden className="sticky top-0">
        <div className="h-1 bg-topsoil" />
        <div className="h-1 bg-made" />
        <div className="h-1 bg-gravel" />
      </div>
      <div className="page-width relative grid items-center gap-x-10 gap-y-3 py-4 md:grid-cols-[1fr_auto] md:py-5">
        <div>
          <h2 ref={heading} id={headingId} tabIndex={-1} className="pr-10 text-lg outline-none">
            Cookie Consent
          </h2>
          <p className="mt-1 max-w-3xl text-sm text-concrete-700">
            May we count page views with Google Analytics? It sets cookies, but only if you accept.{' '}
            {consent && `So far you have ${consent} them. `}
            <Link to={paths.privacy.href} className="text-green-dark underline underline-offset-4">
              Privacy Policy
            </Link>
          </p>
        </div>
        <div className="flex gap-3 md:pr-14">
          <button type="button" className={answer} onClick={() => decide('accepted')}>
            Accept All
          </button>
          <button type="button" className={answer} onClick={() => decide('rejected')}>
            Reject All
          </button>
        </div>
        <button
          type="button"
          aria-label="Close cookie banner"
          className="absolute top-2 right-2 grid size-11 place-items-center rounded-lg hover:bg-ink/5 md:top-1/2 md:right-[clamp(0.5rem,3vw,2.25rem)] md:-translate-y-1/2"
          onClick={closeBanner}
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
    </section>
  )
}
