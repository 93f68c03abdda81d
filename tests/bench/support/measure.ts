import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { fetchProgram } from '../../../scripts/fetch-program.mjs'
import { launchBrowser } from './chromium.ts'

const SLOW = 4
// What a task may take before it counts as blocking (web.dev/articles/tbt).
const BLOCKING_MS = 50
const SETTLED_MS = 5_000
const TRIES = 3

type Request = { url: string; mimeType?: string; transferSize?: number }
type Report = {
  audits: Record<string, { numericValue?: number; details?: { items?: unknown } }>
  categories: Record<string, { score: number | null }>
}

/** What is read of a run: milliseconds, bytes on the wire, scores of 100. */
export type Figures = Record<'fcp' | 'lcp' | 'tbt' | 'blocked' | 'longest' | 'cls' | 'total' | 'js', number> & {
  scores: string
}

const lighthouse = async (url: string): Promise<Report> => {
  // The last version for Node 20.
  const program = await fetchProgram('lighthouse', '12.8.2')
  if (!program) process.exit(1)
  // A browser of its own, so that nothing is left of the run before.
  const { browser, port } = await launchBrowser()
  const args = [url, '--quiet', '--output=json', '--no-enable-error-reporting', `--port=${port}`]
  const only = '--only-categories=performance,accessibility,best-practices,seo'
  try {
    const command = [path.join(program, 'cli/index.js'), ...args, only]
    const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: Infinity })
    return JSON.parse(stdout)
  } finally {
    await browser.close()
  }
}

/** Opens a page on a phone whose processor is slowed four times, and watches its long tasks after the first paint. */
const measureBlocking = async (url: string) => {
  const { browser } = await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, serviceWorkers: 'block' })
  const session = await page.context().newCDPSession(page)
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
  await browser.close()
  const blocked = durations.reduce((sum, duration) => sum + duration - BLOCKING_MS, 0)
  return { blocked, longest: Math.max(0, ...durations) }
}

const figuresOf = ({ audits, categories }: Report) => {
  const time = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const requests = (audits['network-requests']?.details?.items ?? []) as Request[]
  // A module that is only preloaded has no type of its own, but always the one of its content.
  const bytes = (type: RegExp) =>
    requests
      .filter(({ url, mimeType = '' }) => url.startsWith('http') && type.test(mimeType))
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
  return {
    fcp: time('first-contentful-paint'),
    lcp: time('largest-contentful-paint'),
    tbt: time('total-blocking-time'),
    cls: time('cumulative-layout-shift'),
    total: bytes(/./),
    js: bytes(/javascript/),
    scores: Object.values(categories)
      .map(({ score }) => Math.round((score ?? 0) * 100))
      .join(' '),
  }
}

/** The figures of one run. A browser that loses its recording on a busy machine must not cost the runs before it. */
export const measure = async (url: string): Promise<Figures> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return { ...figuresOf(await lighthouse(url)), ...(await measureBlocking(url)) }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (tries === TRIES) throw new Error(`Lighthouse could not measure ${url}: ${reason}`)
      process.stderr.write(`once more, ${url}: ${reason}\n`)
    }
  }
}
