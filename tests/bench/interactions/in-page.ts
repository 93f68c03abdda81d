/** What the page itself records, stored in its session storage so that it survives a page that is left. */
export type Watch = { selector: string; not: string; at?: number; shown?: number; transition?: boolean }

/** Runs in every page before its own scripts: records how long interactions take, and when what they ask for shows. */
export const observe = (): void => {
  if (window.origin === 'null') return
  const KEY = 'bench-watch'
  const read = (): Watch | null => JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null')
  const add = (part: Partial<Watch>) => {
    const watch = read()
    if (watch) window.sessionStorage.setItem(KEY, JSON.stringify({ ...watch, ...part }))
  }

  const interactions: { id: number; duration: number }[] = []
  Object.assign(window, { benchInteractions: interactions })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId: id = 0, duration } = entry as PerformanceEventTiming & { interactionId?: number }
      if (id > 0) interactions.push({ id, duration })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)

  const start = document.startViewTransition
  if (start)
    document.startViewTransition = (...parts) => {
      add({ transition: true })
      return start.apply(document, parts)
    }
  // Between two documents the browser begins it, not a script.
  window.addEventListener('pagereveal', (event) => {
    if ((event as { viewTransition?: unknown }).viewTransition) add({ transition: true })
  })

  const look = () => {
    const watch = read()
    if (!watch?.at || watch.shown) return
    const found = [...document.querySelectorAll(watch.selector)].some(
      (element) => element.textContent !== watch.not && element.checkVisibility({ visibilityProperty: true }),
    )
    if (!found) return requestAnimationFrame(look)
    // A message is handled once this frame is drawn.
    const drawn = new MessageChannel()
    drawn.port1.onmessage = () => add({ shown: performance.timeOrigin + performance.now() })
    drawn.port2.postMessage(null)
  }
  const begin = ({ timeStamp }: Event) => {
    if (read()?.at) return
    add({ at: performance.timeOrigin + timeStamp })
    requestAnimationFrame(look)
  }
  window.addEventListener('click', begin, true)
  requestAnimationFrame(look)
}
