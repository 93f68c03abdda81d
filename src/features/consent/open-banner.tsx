import { X } from 'lucide-react'
import { type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { Link } from '@/components/link'
import { buttonClass } from '@/components/ui/button'
import { useReservedSpace } from '@/components/ui/use-reserved-space'
import { readEnv } from '@/lib/env'
import { paths } from '@/paths'
import { useConsent } from './consent-context'

// Tab continues with the content after the banner.
const focusNext = (): void => {
  const next = document.querySelector<HTMLElement>('header, h1')
  if (!next) return
  next.tabIndex = -1
  next.style.outline = 'none'
  next.focus({ preventScroll: true })
}

const useFocus = (banner: RefObject<HTMLElement | null>, isAskedFor: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const opener = isAskedFor ? document.activeElement : null
    if (isAskedFor) heading.current?.focus()
    return () => {
      const isWithin = banner.current?.contains(document.activeElement)
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      else if (isWithin) focusNext()
    }
  }, [banner, isAskedFor])
  return heading
}

export default function OpenBanner() {
  const { consent, bannerAskedFor, decide, closeBanner } = useConsent()
  const banner = useReservedSpace<HTMLElement>('--banner-height')
  const heading = useFocus(banner, bannerAskedFor)
  const headingId = useId()
  const question = readEnv().VITE_RECAPTCHA_SITE_KEY
    ? 'May we use Google Analytics to count page views, and Google reCAPTCHA to check messages for spam? Google sets cookies only if you accept, or if you load the spam check yourself.'
    : 'May we use Google Analytics to count page views? Google sets cookies only if you accept.'
  // `!` because the admin stylesheet repeats the button's sizes.
  const choiceClass = buttonClass({
    className:
      'leading-tight max-sm:min-h-[min(2.75rem,14vw)]! max-sm:px-0.5! max-sm:text-[min(1rem,7vw)]! md:min-w-36',
  })
  return (
    <section
      ref={banner}
      aria-labelledby={headingId}
      className="cookie-banner fixed inset-x-0 bottom-0 z-20 flex max-h-[33svh] flex-col bg-paper low:max-h-[60svh] low:overflow-y-auto shadow-float print:hidden"
    >
      <div aria-hidden className="*:h-[4px]">
        <div className="bg-topsoil" />
        <div className="bg-made" />
        <div className="bg-gravel" />
      </div>
      <div className="page-width relative flex min-h-0 low:min-h-fit gap-x-[min(2.5rem,4vw)] gap-y-[min(0.75rem,1.5svh)] py-[min(1.125rem,2svh)] max-sm:flex-col max-sm:px-[min(1.25rem,6.25vw)]">
        <div className="min-h-0 grow overflow-y-auto low:overflow-visible low:min-h-fit max-sm:-mr-2 max-sm:pr-2">
          <h2
            ref={heading}
            id={headingId}
            tabIndex={-1}
            className="pr-10 outline-none max-sm:text-[min(1.125rem,7vw)] sm:text-lg"
          >
            Cookie Consent
          </h2>
          <p className="mt-1 max-w-3xl text-sm text-concrete-700">
            {question} {consent && `Your current choice: ${consent}. `}
            <Link to={paths.privacy.href} className="text-green-dark underline underline-offset-4">
              Privacy Policy
            </Link>
          </p>
        </div>
        <div className="grid shrink-0 grid-cols-2 gap-[min(0.75rem,3vw)] self-center max-sm:w-full sm:pr-14">
          <button type="button" className={choiceClass} onClick={() => decide('accepted')}>
            Accept All
          </button>
          <button type="button" className={choiceClass} onClick={() => decide('rejected')}>
            Reject All
          </button>
        </div>
        <button
          type="button"
          aria-label="Close cookie banner"
          className="absolute grid size-[min(2.75rem,14vw)] place-items-center rounded-lg hover:bg-ink/5 max-sm:top-2 max-sm:right-2 sm:top-1/2 sm:right-[clamp(0.5rem,3vw,2.25rem)] sm:-translate-y-1/2"
          onClick={closeBanner}
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
    </section>
  )
}
