import { useEffect, useRef } from 'react'
import { Footer } from '@/components/layout/footer'
import { NavigationBar } from '@/components/layout/navigation-bar'
import { NavigationProgress, useSlowNavigation } from '@/components/layout/navigation-progress'
import { ToastHost } from '@/components/ui/toast-host'
import { useConsentStore } from '@/features/consent/consent-context'
import { Outlet, ScrollRestoration, usePathname } from '@/router'

const MACHINE_TAGS = 'head :is([property^="og:"], [name^="twitter:"], [type="application/ld+json"])'

// Screen readers announce a new page by its heading; a single-page navigation moves no focus by itself.
const useFocusOnNavigation = () => {
  const pathname = usePathname()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [pathname])
}

// What only machines read stands in the page as it came from the server, and is true of that page alone.
const useOwnMachineTags = () => {
  const pathname = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the address is what ends their truth.
  useEffect(
    () => () => {
      for (const tag of document.querySelectorAll(MACHINE_TAGS)) tag.remove()
    },
    [pathname],
  )
}

/** Frame of every public page: navigation bar, the page, footer and messages. */
export function PublicLayout() {
  useFocusOnNavigation()
  useOwnMachineTags()
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
