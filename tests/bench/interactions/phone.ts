import type { Browser, Page } from 'playwright'

export type Options = { path: string; rate: number; wide?: boolean; undecided?: boolean; early?: boolean }

/** Waits until the page loads and runs nothing. */
export const idle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 400))))
}

/** Opens a page and slows its processor `rate` times, once it is at rest or `early`. */
export const openPhone = async (browser: Browser, site: string, options: Options) => {
  const context = await browser.newContext({
    baseURL: site,
    ignoreHTTPSErrors: true,
    locale: 'en-GB',
    ...(options.wide
      ? { viewport: { width: 1440, height: 900 } }
      : { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }),
  })
  if (!options.undecided)
    await context.addInitScript(() => window.origin !== 'null' && localStorage.setItem('cookieConsent', 'rejected'))
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const slowDown = () => session.send('Emulation.setCPUThrottlingRate', { rate: options.rate })
  if (options.early) {
    await slowDown()
    await page.goto(options.path, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  } else {
    await page.goto(options.path)
    // Hydration isn't part of the measurement.
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true')
    await idle(page)
    await slowDown()
  }
  return { page, session, close: () => context.close() }
}

declare global {
  interface Window {
    bench: { durations: number[]; shown: Promise<number> }
  }
}

/** Records interaction durations, and when the next click's `selector` is drawn. */
const observe = (selector: string): void => {
  const durations: number[] = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ((entry as { interactionId?: number }).interactionId) durations.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  const shown = new Promise<number>((resolve) => {
    const begin = ({ timeStamp }: Event) => {
      const look = () => {
        const found = [...document.querySelectorAll(selector)].some((element) =>
          element.checkVisibility({ visibilityProperty: true }),
        )
        if (!found) return requestAnimationFrame(look)
        // The message arrives after this frame is drawn.
        const drawn = new MessageChannel()
        drawn.port1.onmessage = () => resolve(performance.now() - timeStamp)
        drawn.port2.postMessage(null)
      }
      requestAnimationFrame(look)
    }
    window.addEventListener('click', begin, { capture: true, once: true })
  })
  window.bench = { durations, shown }
}

/** Measures the longest interaction (0 if too short to count), and the ms from the click until `shows` is drawn. */
export const measureTimes = async (page: Page, act: () => Promise<unknown>, shows = '') => {
  await page.evaluate(observe, shows || 'none')
  await act()
  const shown = shows ? await page.evaluate(() => window.bench.shown) : Number.NaN
  // The browser adds an entry after its frame is presented.
  await page.waitForTimeout(700)
  const durations = await page.evaluate(() => window.bench.durations)
  return { interaction: Math.max(0, ...durations), shown }
}
