import { useEffect, useState } from 'react'
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

// After the first view of a page that shows what the owner publishes, asks for what is newer, and has its loader read that.
const useRevalidation = (isPublished: boolean): void => {
  const { revalidate } = useRevalidator()
  const { key, pathname } = useLocation()
  const [isNewer, setNewer] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: without an answer pages stay as they were built, and the next one asks again.
  useEffect(() => {
    if (isPublished) revalidateAfterLoad(() => setNewer(true))
  }, [isPublished, pathname])
  useEffect(() => {
    // The history has the key of the router's newest location. Until that is rendered, a revalidation would replace its
    // state, and the page would not scroll to where it leads.
    const isAhead = () => key !== (window.history.state?.key ?? key)
    if (!isNewer || isAhead()) return
    setNewer(false)
    // A navigation that interrupts it may leave the loader out.
    void revalidate().then(() => isAhead() && setNewer(true))
  })
}

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
      <NavigationBar />
      <main id="main" tabIndex={-1} aria-busy={isSlow || undefined} className="outline-none">
        <Outlet />
      </main>
      <Footer onCookieSettings={useOpenBanner()} />
    </>
  )
}
