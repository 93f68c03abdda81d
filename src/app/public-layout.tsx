import { useEffect, useRef } from 'react'
import { Footer } from '@/components/layout/footer'
import { NavigationBar } from '@/components/layout/navigation-bar'
import { NavigationProgress, useSlowNavigation } from '@/components/layout/navigation-progress'
import { ToastHost } from '@/components/ui/toast-host'
import { useConsentStore } from '@/features/consent/consent-context'
import { Outlet, ScrollRestoration, useLocation } from '@/router'

// Screen readers announce a new page by its heading; a single-page navigation moves no focus by itself.
const useFocusOnNavigation = () => {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [pathname])
}

/** Frame of every public page: navigation bar, the page, footer and messages. */
export function PublicLayout() {
  useFocusOnNavigation()
  const { openBanner } = useConsentStore()
  const isSlow = useSlowNavigation()
  return (
    <>
      {isSlow && <NavigationProgress />}
      <NavigationBar />
      <main id="main" tabIndex={-1} aria-busy={isSlow || undefined} className="outline-none">
        <Outlet />
      </main>
      <Footer onCookieSettings={openBanner} />
      <ToastHost />
      <ScrollRestoration />
    </>
  )
}
