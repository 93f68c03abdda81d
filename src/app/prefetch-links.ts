import type { createBrowserRouter } from 'react-router-dom'
import { firstInteraction, whenIdle } from '@/lib/when-to-start'
import { preloadRoute } from './load-page'

const closestLink = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element
    ? target.closest<HTMLAnchorElement>('a[href^="/"]:not([download], [target], [data-action])')
    : null

const savesData = () => 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true

/** Prefetches linked pages on hover, touch and focus and, after the first interaction, in view. */
export const installLinkPrefetching = (router: ReturnType<typeof createBrowserRouter>): void => {
  const requested = new Set<string>()
  const prefetch = (link: HTMLAnchorElement | null) => {
    if (!link || link.pathname === router.state.location.pathname || requested.has(link.pathname)) return
    requested.add(link.pathname)
    preloadRoute(link.href).catch(() => {})
  }
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, ({ target }) => prefetch(closestLink(target)), { passive: true, capture: true })

  if (savesData() || !('IntersectionObserver' in window)) return
  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) prefetch(closestLink(target))
  })
  const observeLinks = () => {
    inView.disconnect()
    for (const link of document.links) if (closestLink(link) === link) inView.observe(link)
  }
  const observeWhenIdle = () => void whenIdle().then(observeLinks)
  void firstInteraction().then(() => {
    observeWhenIdle()
    router.subscribe(({ navigation }) => navigation.state === 'idle' && observeWhenIdle())
  })
}
