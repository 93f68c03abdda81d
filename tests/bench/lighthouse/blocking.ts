import type { Browser } from 'playwright'

const SLOW = 4
// What a task may take before it counts as blocking (web.dev/articles/tbt).
const BLOCKING_MS = 50
const SETTLED_MS = 5_000

/** What tasks after the first paint take above 50 ms, and the longest of them (0 below 50), in milliseconds. */
export type Blocking = { blocked: number; longest: number }

/** Opens a page on a phone whose processor is slowed four times, and watches it for five seconds. */
export const measureBlocking = async (browser: Browser, url: string): Promise<Blocking> => {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
  await page.goto(url)
  await page.waitForTimeout(SETTLED_MS)
  const durations = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'longtask', buffered: true })
    const tasks = observer.takeRecords()
    return tasks.filter((task) => task.startTime + task.duration > painted).map(({ duration }) => duration)
  })
  await context.close()
  return {
    blocked: durations.reduce((sum, duration) => sum + duration - BLOCKING_MS, 0),
    longest: Math.max(0, ...durations),
  }
}
