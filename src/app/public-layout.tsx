import { memo, useEffect, useState } from 'react'
import { Outlet, useLocation, useMatches, useRevalidator } from 'react-router-dom'
import { Footer } from '@/components/layout/footer'
import { NavigationBar } from '@/components/layout/navigation-bar'
import { NavigationProgress, useSlowNavigation } from '@/components/layout/navigation-progress'
import { getPageMeta, type PageHandle, Seo } from '@/components/layout/seo'
import { useOpenBanner } from '@/features/consent/consent-context'
import { revalidateAfterLoad } from '@/published/revalidate'

const META_TAGS = 'head :is([property^="og:"], [name^="twitter:"], [type="application/ld+json"])'

const useRemovePrerenderedMeta = () => {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the URL makes the tags untrue.
  useEffect(
    () => () => {
      for (const tag of document.querySelectorAll(META_TAGS)) tag.remove()
    },
    [pathname],
  )
}

const useRevalidation = (isPublished: boolean): void => {
  const { revalidate } = useRevalidator()
  const { key, pathname } = useLocation()
  const [isNewer, setNewer] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next page retries a failed request.
  useEffect(() => {
    if (isPublished) revalidateAfterLoad(() => setNewer(true))
  }, [isPublished, pathname])
  useEffect(() => {
    // Until the newest location is rendered, revalidating would replace its state and prevent its scroll.
    const isAhead = () => key !== (window.history.state?.key ?? key)
    if (!isNewer || isAhead()) return
    setNewer(false)
    // An interrupting navigation may skip the loader.
    void revalidate().then(() => isAhead() && setNewer(true))
  })
}

// Each step of a navigation renders the layout.
const Header = memo(NavigationBar)
const PageFooter = memo(Footer)

export function PublicLayout() {
  useRemovePrerenderedMeta()
  const matches = useMatches()
  const meta = matches.map(getPageMeta).at(-1)
  useRevalidation((matches.at(-1)?.handle as PageHandle | undefined)?.isPublished ?? false)
  const isSlow = useSlowNavigation()
  return (
    <>
      {meta && <Seo {...meta} />}
      {isSlow && <NavigationProgress />}
      <Header />
      <main id="main" tabIndex={-1} aria-busy={isSlow || undefined} className="outline-none">
        <Outlet />
      </main>
      <PageFooter onCookieSettings={useOpenBanner()} />
    </>
  )
}
