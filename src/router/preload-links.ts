import type { Router } from './router'

const APPROACH = ['pointerover', 'focusin', 'touchstart'] as const
const FIRST_MOVE = ['pointermove', 'scroll', 'keydown', 'touchstart'] as const

const linkOf = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element
    ? target.closest<HTMLAnchorElement>('a[href^="/"]:not([download], [target], [data-action])')
    : null

const savesData = () => 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true

const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(act, { timeout: 2_000 }) : setTimeout(act, 200)

/**
 * Fetches pages ahead: those whose links the pointer, the finger or the focus reaches, and, from the visitor's first move
 * on, those whose links are in view. A first view that nobody moves in costs nothing more.
 */
export const preloadLinks = (router: Router): void => {
  const asked = new Set<string>()
  const preload = (link: HTMLAnchorElement | null) => {
    const path = link?.pathname
    if (!path || path === router.state.location.pathname || asked.has(path)) return
    asked.add(path)
    router.preload(path)
  }
  for (const type of APPROACH)
    document.addEventListener(type, ({ target }) => preload(linkOf(target)), { passive: true, capture: true })

  if (savesData() || !('IntersectionObserver' in window)) return
  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) preload(linkOf(target))
  })
  const watch = () =>
    whenIdle(() => {
      inView.disconnect()
      for (const link of document.links) if (linkOf(link) === link) inView.observe(link)
    })
  const begin = () => {
    for (const type of FIRST_MOVE) removeEventListener(type, begin, { capture: true })
    watch()
    router.subscribe(({ pending }) => {
      if (!pending) watch()
    })
  }
  for (const type of FIRST_MOVE) addEventListener(type, begin, { passive: true, capture: true })
}
