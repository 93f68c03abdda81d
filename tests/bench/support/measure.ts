import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { fetchProgram } from '../../../scripts/fetch-program.mjs'
import { launchBrowser } from './chromium.ts'

const SLOW = 4
const SLOWER = 8
// Longest task that doesn't count as blocking (web.dev/articles/tbt).
const BLOCKING_MS = 50
const SETTLED_MS = 5_000
const TRIES = 3

type Request = { url: string; mimeType?: string; transferSize?: number }
type Report = {
  audits: Record<string, { numericValue?: number; details?: { items?: unknown } }>
  categories: Record<string, { score: number | null }>
}

/** Figures of a run in ms, bytes on the wire and scores of 100. `blocked8` and `longest8` are slowed eight times. */
export type Figures = Record<
  'fcp' | 'lcp' | 'tbt' | 'blocked' | 'longest' | 'blocked8' | 'longest8' | 'cls' | 'total' | 'js',
  number
> & {
  scores: string
}

const lighthouse = async (url: string): Promise<Report> => {
  // The last version for Node 20.
  const program = await fetchProgram('lighthouse', '12.8.2')
  if (!program) process.exit(1)
  // A fresh browser keeps nothing from the previous run.
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

const measureBlocking = async (url: string, rate: number) => {
  const { browser } = await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, serviceWorkers: 'block' })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
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
  // A preloaded module has no resource type, but always a MIME type.
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

/** Measures a page once. Retries, because a busy browser may lose its recording. */
export const measure = async (url: string): Promise<Figures> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const figures = figuresOf(await lighthouse(url))
      const slowed = await measureBlocking(url, SLOW)
      const { blocked, longest } = await measureBlocking(url, SLOWER)
      return { ...figures, ...slowed, blocked8: blocked, longest8: longest }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (tries === TRIES) throw new Error(`Lighthouse could not measure ${url}: ${reason}`)
      process.stderr.write(`once more, ${url}: ${reason}\n`)
    }
  }
}
