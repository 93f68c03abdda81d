// @ts-check
import { overHttp2 } from './http2.mjs'
import { signedIn, spread } from './site.mjs'

// Lighthouse's mobile profile.
const KILOBIT = 1024 / 8
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1638.4 * KILOBIT,
  uploadThroughput: 675 * KILOBIT,
}
const CPU_SLOWDOWN = 4
const RUNS = 5

// In the page: when it was painted, and what it has downloaded.
const readTimings = async () => {
  const largest = await new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
  const resources = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource'))
  const scripts = resources.filter(({ name }) => name.endsWith('.js'))
  return {
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    largest: Number(largest),
    files: scripts.length,
    bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  }
}

/** How long a first visit to the signed-in dashboard takes on a phone with a slow connection, and what it downloads. */
export const measureFirstView = async (/** @type {import('./site.mjs').Bench} */ bench) => {
  const url = await overHttp2(bench.url)
  const storageState = await signedIn({ ...bench, url })
  /** @type {Awaited<ReturnType<typeof readTimings>>[]} */
  const visits = []
  for (let run = 0; run < RUNS; run += 1) {
    const context = await bench.browser.newContext({
      baseURL: url,
      ignoreHTTPSErrors: true,
      storageState,
      viewport: { width: 412, height: 823 },
    })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', NETWORK)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto('/admin/dashboard')
    await page.getByRole('list', { name: 'Active projects' }).waitFor()
    // A later and larger paint would count.
    await page.waitForTimeout(1_500)
    visits.push(await page.evaluate(readTimings))
    await context.close()
  }
  console.log('\nFirst view of the dashboard: 1.6 Mbit/s, 150 ms, processor slowed down 4 times, nothing cached')
  console.table({
    'first contentful paint, ms': spread(visits.map(({ first }) => first)),
    'largest contentful paint, ms': spread(visits.map(({ largest }) => largest)),
    'scripts, files': spread(visits.map(({ files }) => files)),
    'scripts, bytes compressed': spread(visits.map(({ bytes }) => bytes)),
  })
}
