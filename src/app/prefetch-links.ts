import type { createBrowserRouter } from 'react-router-dom'
import { firstInteraction } from '@/lib/when-to-start'
import { loadPage } from './load-page'

const APPROACH = ['pointerover', 'focusin', 'touchstart'] as const

const linkOf = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element
    ? target.closest<HTMLAnchorElement>('a[href^="/"]:not([download], [target], [data-action])')
    : null

const savesData = () => 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true

const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(act, { timeout: 2_000 }) : setTimeout(act, 200)

/** Prefetches pages whose links get pointer, touch or focus and, after the first interaction, those in view. */
export const installLinkPrefetching = (router: ReturnType<typeof createBrowserRouter>): void => {
  const asked = new Set<string>()
  const prefetch = (link: HTMLAnchorElement | null) => {
    if (!link || link.pathname === router.state.location.pathname || asked.has(link.pathname)) return
    asked.add(link.pathname)
    // A failure shows on navigation.
    loadPage(link.href).catch(() => {})
  }
  for (const type of APPROACH)
    document.addEventListener(type, ({ target }) => prefetch(linkOf(target)), { passive: true, capture: true })

  if (savesData() || !('IntersectionObserver' in window)) return
  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) prefetch(linkOf(target))
  })
  const watch = () =>
    whenIdle(() => {
      inView.disconnect()
      for (const link of document.links) if (linkOf(link) === link) inView.observe(link)
    })
  void firstInteraction().then(() => {
    watch()
    router.subscribe(({ navigation }) => navigation.state === 'idle' && watch())
  })
}
