import { useEffect } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router-dom'
import { Footer } from '@/components/layout/footer'
import { NavigationBar } from '@/components/layout/navigation-bar'
import { NavigationProgress, useSlowNavigation } from '@/components/layout/navigation-progress'
import { metaOf, type PageHandle, Seo } from '@/components/layout/seo'
import { useOpenBanner } from '@/features/consent/consent-context'
import { useNewest } from './use-newest'

const META_TAGS = 'head :is([property^="og:"], [name^="twitter:"], [type="application/ld+json"])'

const useOwnMetaTags = () => {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the URL makes the tags untrue.
  useEffect(
    () => () => {
      for (const tag of document.querySelectorAll(META_TAGS)) tag.remove()
    },
    [pathname],
  )
}

export function PublicLayout() {
  useOwnMetaTags()
  const matches = useMatches()
  const meta = matches.map(metaOf).at(-1)
  useNewest((matches.at(-1)?.handle as PageHandle | undefined)?.isPublished ?? false, useLocation().pathname)
  const isSlow = useSlowNavigation()
  return (
    <>
      {meta && <Seo {...meta} />}
      {isSlow && <NavigationProgress />}
      <NavigationBar />
      <main id="main" tabIndex={-1} aria-busy={isSlow || undefined} className="outline-none">
        <Outlet />
      </main>
      <Footer onCookieSettings={useOpenBanner()} />
    </>
  )
}
