const INTERACTIONS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'wheel'] as const

/** Resolves on the first interaction. */
export const firstInteraction = (): Promise<void> =>
  new Promise((resolve) => {
    const interacted = (event: Event) => {
      // Chromium reports a resting pointer when a page appears.
      if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY) return
      for (const type of INTERACTIONS) removeEventListener(type, interacted, { capture: true })
      resolve()
    }
    for (const type of INTERACTIONS) addEventListener(type, interacted, { capture: true, passive: true })
  })

// Background tabs never report it, nor does Firefox for a tab's second page. A busy machine takes 1 s.
const firstPaint = (): Promise<unknown> =>
  Promise.race([
    new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })),
    new Promise((resolve) => setTimeout(resolve, 2_000)),
  ])

/** Resolves in a new task, so that the browser can respond. */
export const yieldToMain = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Resolves once the browser is idle, or after 1 s. */
export const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(resolve, { timeout: 1_000 })
    else setTimeout(resolve, 50)
  })

/** Resolves once the page and its main image are visible and the browser is idle. */
export const idleAfterLoad = async (): Promise<void> => {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await document
    .querySelector<HTMLImageElement>('img[fetchpriority="high"]')
    ?.decode()
    .catch(() => {})
  await firstPaint()
  await whenIdle()
}
