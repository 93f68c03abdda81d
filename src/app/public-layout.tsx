import { useEffect } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router-dom'
import { Footer } from '@/components/layout/footer'
import { NavigationBar } from '@/components/layout/navigation-bar'
import { NavigationProgress, useSlowNavigation } from '@/components/layout/navigation-progress'
import { metaOf, Seo } from '@/components/layout/seo'
import { useConsent } from '@/features/consent/consent-context'

const MACHINE_TAGS = 'head :is([property^="og:"], [name^="twitter:"], [type="application/ld+json"])'

// The build writes them into each page for machines, which load every page by its address; they are true of that page alone.
const useOwnMachineTags = () => {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the address is what ends their truth.
  useEffect(
    () => () => {
      for (const tag of document.querySelectorAll(MACHINE_TAGS)) tag.remove()
    },
    [pathname],
  )
}

/** Frame of every public page: what its route says about it, navigation bar, the page, footer and messages. */
export function PublicLayout() {
  useOwnMachineTags()
  const meta = useMatches().map(metaOf).at(-1)
  const { openBanner } = useConsent()
  const isSlow = useSlowNavigation()
  return (
    <>
      {meta && <Seo {...meta} />}
      {isSlow && <NavigationProgress />}
      <NavigationBar />
      <main id="main" tabIndex={-1} aria-busy={isSlow || undefined} className="outline-none">
        <Outlet />
      </main>
      <Footer onCookieSettings={openBanner} />
    </>
  )
}
