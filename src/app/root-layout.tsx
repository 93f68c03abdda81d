import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigationType } from 'react-router-dom'
import { Toasts } from '@/components/ui/toast'
import { toViewKey, useViewKey } from '@/components/ui/use-view-key'
import { ConsentProvider } from '@/features/consent/consent-context'
import { CookieBanner } from '@/features/consent/cookie-banner'
import { PageViews } from '@/features/consent/page-views'
import { scrollPositions } from '@/storage/names'

// Back focuses the followed link, preferably one with the same hash.
const useFocusOnNavigation = (): void => {
  const place = useViewKey('section')
  const type = useNavigationType()
  const { hash } = useLocation()
  const previous = useRef({ place, hash })
  useEffect(() => {
    const left = previous.current
    previous.current = { place, hash }
    if (left.place === place) return
    const links = type === 'POP' ? [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')] : []
    const leading = links.filter((one) => toViewKey(one, 'section') === left.place)
    const link = leading.find((one) => one.hash === left.hash) ?? leading[0]
    const folded = link?.closest('details')
    if (folded) folded.open = true
    const target = link ?? document.getElementById(window.location.hash.slice(1)) ?? document.querySelector('h1')
    let frame = 0
    // A closing menu still hides the page from screen readers.
    const focus = () => {
      if (target?.closest('[aria-hidden="true"]')) frame = requestAnimationFrame(focus)
      // A requested section may have the focus by now.
      else if (frame === 0 || !document.activeElement?.closest('main')) target?.focus({ preventScroll: true })
    }
    focus()
    return () => cancelAnimationFrame(frame)
  }, [place, type, hash])
}

/** Wraps every page. The cookie banner follows the skip link in tab order. */
export function RootLayout() {
  useFocusOnNavigation()
  return (
    <ConsentProvider>
      {/* biome-ignore lint/a11y/useValidAnchor: it works as a link before hydration, and screen readers announce a link. */}
      <a
        href="#main"
        // The URL's fragment may hold an emailed link.
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
        className="sr-only z-50 rounded-lg bg-ink px-4 py-3 font-semibold text-paper focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <CookieBanner />
      <Outlet />
      <Toasts />
      <PageViews />
      <ScrollRestoration storageKey={scrollPositions} />
    </ConsentProvider>
  )
}
