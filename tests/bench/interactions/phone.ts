import type { Browser, CDPSession, Page } from 'playwright'
import { observe, type Watch } from './in-page.ts'

export type Options = { path: string; rate: number; wide?: boolean; undecided?: boolean; early?: boolean }
/** A page ready to be touched. */
export type Phone = { page: Page; session: CDPSession; close: () => Promise<void> }

/** Waits until nothing is loaded and nothing runs. */
export const idle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 400))))
}

/** Opens a page on a phone 390 px wide (or on a desktop), and slows its processor `rate` times: once it is at rest, or `early`. */
export const openPhone = async (browser: Browser, site: string, options: Options): Promise<Phone> => {
  const context = await browser.newContext({
    baseURL: site,
    ignoreHTTPSErrors: true,
    locale: 'en-GB',
    ...(options.wide
      ? { viewport: { width: 1440, height: 900 } }
      : { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }),
  })
  await context.addInitScript(observe)
  if (!options.undecided)
    await context.addInitScript(() => window.origin !== 'null' && localStorage.setItem('cookieConsent', 'rejected'))
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const slowDown = () => session.send('Emulation.setCPUThrottlingRate', { rate: options.rate })
  if (options.early) {
    await slowDown()
    await page.goto(options.path, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    return { page, session, close: () => context.close() }
  }
  await page.goto(options.path)
  // What is measured is what comes after hydration.
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true')
  await idle(page)
  await slowDown()
  return { page, session, close: () => context.close() }
}

/** Forgets what was before, and waits from the next click on for something to show. */
export const watch = async (page: Page, selector: string, not = ''): Promise<void> => {
  await page.evaluate(
    (watched) => {
      Reflect.get(window, 'benchInteractions').length = 0
      window.sessionStorage.setItem('bench-watch', JSON.stringify(watched))
    },
    { selector, not } satisfies Watch,
  )
}

/** When what was watched for has shown: milliseconds since the click, and whether a view transition led there. */
export const shown = async (page: Page): Promise<{ ms: number; transition: boolean }> => {
  const handle = await page.waitForFunction(() => {
    const watch = JSON.parse(window.sessionStorage.getItem('bench-watch') ?? 'null')
    return watch?.shown ? watch : undefined
  })
  const { at = 0, shown: end = 0, transition = false }: Watch = await handle.jsonValue()
  return { ms: end - at, transition }
}

/** The longest interaction since `watch`, from the input to the frame that answers it; 0 when all were too short to count. */
export const longestInteraction = async (page: Page): Promise<number> => {
  // An entry comes once its frame is presented, and a slow processor is slow with that as well.
  await page.waitForTimeout(700)
  const durations: number[] = await page.evaluate(() =>
    Reflect.get(window, 'benchInteractions').map(({ duration }: { duration: number }) => duration),
  )
  return Math.max(0, ...durations)
}
