import { useEffect } from 'react'
import { Footer } from '@/components/layout/footer'
import { NavigationBar } from '@/components/layout/navigation-bar'
import { NavigationProgress, useSlowNavigation } from '@/components/layout/navigation-progress'
import { useFocusOnNavigation } from '@/components/layout/use-focus-on-navigation'
import { ToastHost } from '@/components/ui/toast-host'
import { useConsentStore } from '@/features/consent/consent-context'
import { Outlet, ScrollRestoration, usePathname } from '@/router'

const MACHINE_TAGS = 'head :is([property^="og:"], [name^="twitter:"], [type="application/ld+json"])'

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
  useFocusOnNavigation('main h1')
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
