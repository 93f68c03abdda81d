const MOVES = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'wheel'] as const

/** Resolves at the next sign of a visitor. */
export const nextMove = (): Promise<void> =>
  new Promise((resolve) => {
    const moved = () => {
      for (const type of MOVES) removeEventListener(type, moved, { capture: true })
      resolve()
    }
    for (const type of MOVES) addEventListener(type, moved, { capture: true, passive: true })
  })

// Pages in the background are not painted, and nobody waits for them.
const painted = (): Promise<unknown> =>
  Promise.race([
    new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })),
    new Promise((resolve) => setTimeout(resolve, 1_000)),
  ])

const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(resolve, { timeout: 1_000 })
    else setTimeout(resolve, 50)
  })

const loaded = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve(undefined)
    else addEventListener('load', resolve, { once: true })
  })

/** Resolves once the page and its pictures in view are on screen and the browser has time: nothing competes with them any more. */
export const quiet = async (): Promise<void> => {
  await loaded()
  const largest = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  // One that cannot be decoded is no reason to wait.
  await largest?.decode().catch(() => {})
  await painted()
  await idle()
}

/** Resolves when something marked `data-live`, which changes by itself, comes near the view. */
export const liveInView = (): Promise<void> =>
  new Promise((resolve) => {
    const live = document.querySelectorAll('[data-live]')
    if (live.length === 0) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      resolve()
    })
    for (const element of live) observer.observe(element)
  })
