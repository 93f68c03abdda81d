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

/** Resolves once the page and its pictures in view are there and the browser has time: nothing competes with them any more. */
export const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    const rest = () =>
      'requestIdleCallback' in window
        ? window.requestIdleCallback(() => resolve(), { timeout: 1_000 })
        : setTimeout(resolve, 50)
    if (document.readyState === 'complete') rest()
    else addEventListener('load', rest, { once: true })
  })

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
