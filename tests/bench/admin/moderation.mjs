// @ts-check
import { seedReviews } from './seed.mjs'
import { signedIn, spread } from './site.mjs'

const APPROVALS = 20

// In the page: `until` resolves with the time of the frame in which `condition` is first true.
const watch = () => {
  const calls = (/** @type {string} */ part) =>
    /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource')).filter(({ name }) =>
      name.includes(part),
    )
  const painted = () =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))
  const until = (/** @type {() => boolean} */ condition) =>
    new Promise((resolve) => {
      const look = () => {
        if (!condition()) return
        observer.disconnect()
        resolve(painted())
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      look()
    })
  Object.assign(window, { bench: { calls, until } })
}

/** How fast the moderation screen shows, searches and acts with this many reviews. */
const measureWith = async (/** @type {import('./site.mjs').Bench} */ bench, /** @type {number} */ count) => {
  await seedReviews(bench.sql, count)
  const context = await bench.browser.newContext({
    baseURL: bench.url,
    storageState: await signedIn(bench),
    viewport: { width: 1440, height: 900 },
  })
  await context.addInitScript(watch)
  const page = await context.newPage()
  /** @type {Record<string, number[]>} */
  const figures = {}
  const note = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    figures[name] ??= []
    figures[name].push(Number(value))
  }

  for (let run = 0; run < 5; run += 1) {
    await page.goto('/admin/dashboard?section=reviews', { waitUntil: 'commit' })
    const shown = await page.evaluate(async () => {
      const { until, calls } = Reflect.get(window, 'bench')
      const at = await until(() => document.querySelectorAll('tr[data-row]').length === 50)
      await until(() => !document.querySelector('[role=tab]')?.textContent?.includes('…'))
      return {
        page: at - calls('moderation_page')[0].responseEnd,
        answer: calls('moderation_page')[0].duration,
        counts: calls('moderation_counts')[0].duration,
      }
    })
    note('first page, from the answer to the paint', shown.page)
    note('first page, the answer', shown.answer)
    note('counts, the answer', shown.counts)
  }

  for (let run = 0; run < APPROVALS; run += 1) {
    const done = await page.evaluate(async () => {
      const { until, calls } = Reflect.get(window, 'bench')
      performance.clearResourceTimings()
      const tab = document.querySelector('[role=tab]')
      const before = tab?.textContent ?? ''
      const row = document.querySelector('tr[data-row]')
      const id = row?.getAttribute('data-row')
      const button = [...(row?.querySelectorAll('button') ?? [])].find(({ textContent }) =>
        textContent?.startsWith('Approve'),
      )
      const started = performance.now()
      button?.click()
      const gone = await until(() => !document.querySelector(`[data-row="${id}"]`))
      await until(
        () => document.querySelectorAll('tr[data-row]').length === 50 && !document.querySelector('[aria-busy=true]'),
      )
      const at = performance.now()
      return {
        gone: gone - started,
        all: at - started,
        ok: tab?.textContent !== before,
        moderation: calls('/functions/v1/moderate-reviews')[0]?.duration ?? -1,
        names: performance.getEntriesByType('resource').map((e) => e.name),
        requests: calls('/v1/').length,
      }
    })

    if (!done.ok) throw new Error('The approval was not counted.')
    note('approve, until the row has gone', done.gone)
    note('approve, the answer', done.moderation)
    note('approve and read again, all of it', done.all)
    note('requests of an approval (count)', done.requests)
  }

  for (const [name, query] of [
    ['search, one match', `q=writer${count - 2}%40`],
    ['search, no match', 'q=nothing+like+it'],
    ['search, all match', 'q=propped'],
  ]) {
    for (let run = 0; run < 3; run += 1) {
      await page.goto(`/admin/dashboard?section=reviews&${query}`, { waitUntil: 'commit' })
      const answer = await page.evaluate(async () => {
        const { until, calls } = Reflect.get(window, 'bench')
        await until(() => document.querySelector('[aria-busy=false]') !== null)
        await until(() => !document.querySelector('[role=tab]')?.textContent?.includes('…'))
        return Math.max(...[...calls('moderation_page'), ...calls('moderation_counts')].map(({ duration }) => duration))
      })
      note(`${name}, the answers`, answer)
    }
  }
  for (let run = 0; run < 5; run += 1) {
    await page.goto('/testimonials')
    await page.mouse.move(200, 200)
    await page.mouse.move(220, 220)
    await page.getByRole('heading', { name: 'From our customers' }).scrollIntoViewIfNeeded()
    await page.getByText(/, from .* reviews/).waitFor()
    const answer = await page.evaluate(() => {
      const { calls } = Reflect.get(window, 'bench')
      return { list: calls('/rpc/approved_reviews')[0].duration, summary: calls('approved_review_summary')[0].duration }
    })
    note('testimonials page, the list', answer.list)
    note('testimonials page, the summary', answer.summary)
  }
  await context.close()
  console.log(`\nModeration with ${count.toLocaleString('en-GB')} reviews, in ms`)
  console.table(Object.fromEntries(Object.entries(figures).map(([name, values]) => [name, spread(values)])))
}

/** The moderation screen with ten and with fifty thousand reviews. */
export const measureModeration = async (/** @type {import('./site.mjs').Bench} */ bench) => {
  for (const count of [10_000, 50_000]) await measureWith(bench, count)
}
