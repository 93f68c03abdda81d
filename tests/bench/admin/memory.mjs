// @ts-check
import { seedReviews } from './seed.mjs'
import { signedIn } from './site.mjs'

const MODERATIONS = 500
const STEP = 50

// In the page, all of a step at once: every call from outside would leave compiled code behind and blur the curve.
const moderate = async (/** @type {number} */ times) => {
  const rows = () => document.querySelectorAll('tr[data-row]')
  const busy = () => document.querySelector('[aria-busy=true]') !== null
  const until = (/** @type {() => boolean} */ condition) =>
    new Promise((resolve) => {
      const look = () => {
        if (!condition()) return
        observer.disconnect()
        resolve(undefined)
      }
      const observer = new MutationObserver(look)
      observer.observe(document.body, { subtree: true, childList: true, attributes: true })
      look()
    })
  for (let done = 0; done < times; done += 1) {
    const [row] = rows()
    const name = done % 2 === 0 ? 'Approve' : 'Delete'
    const buttons = [...(row?.querySelectorAll('button') ?? [])]
    buttons.find(({ textContent }) => textContent.startsWith(name))?.click()
    await until(() => !row?.isConnected)
    await until(() => rows().length === 50 && !busy())
  }
}

/** The page's memory over 500 approvals and deletions: it has to stay as it was after the first few. */
export const measureMemory = async (/** @type {import('./site.mjs').Bench} */ bench) => {
  await seedReviews(bench.sql, 2_000)
  const context = await bench.browser.newContext({ baseURL: bench.url, storageState: await signedIn(bench) })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('HeapProfiler.enable')
  await page.goto('/admin/dashboard?section=reviews')
  await page.locator('tr[data-row]').nth(49).waitFor()

  const look = async () => {
    // By then the messages have gone.
    await page.waitForTimeout(6_000)
    // What one collection frees may have referenced more.
    for (let time = 0; time < 3; time += 1) await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
    return { 'heap, MB': Math.round(usedSize / 1e4) / 100, nodes, listeners: jsEventListeners }
  }

  /** @type {Record<string, Awaited<ReturnType<typeof look>>>} */
  const curve = { 0: await look() }
  for (let done = STEP; done <= MODERATIONS; done += STEP) {
    await page.evaluate(moderate, STEP)
    curve[done] = await look()
  }
  const [stored] = await bench.sql('select count(*)::int as moderated from reviews where moderated_at is not null')
  console.log(`\nMemory over ${stored?.moderated} moderations, after garbage collection`)
  console.table(curve)
  await context.close()
}
