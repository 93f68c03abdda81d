import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom'
import { Toasts } from '@/components/ui/toast'
import { ConsentProvider } from '@/features/consent/consent-context'
import { CookieBanner } from '@/features/consent/cookie-banner'
import { PageViews } from '@/features/consent/page-views'

// Puts the focus on a new page's heading, by which screen readers announce it.
const useFocusOnNavigation = (): void => {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [pathname])
}

/** What surrounds every page, public or not: the skip link, the cookie banner next to it for the keyboard, page views. */
export function RootLayout() {
  useFocusOnNavigation()
  const isPublic = useMatches().some(({ id }) => id === 'public')
  return (
    <ConsentProvider>
      {isPublic && (
        <a
          href="#main"
          className="sr-only z-50 rounded-lg bg-ink px-4 py-3 font-semibold text-paper focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >
          Skip to content
        </a>
      )}
      <CookieBanner />
      <Outlet />
      <Toasts />
      <PageViews />
      <ScrollRestoration storageKey="scroll-positions" />
    </ConsentProvider>
  )
}
