import { parseArgs } from 'node:util'
import { measureScroll } from './interactions/frames.ts'
import { links, measureLink } from './interactions/links.ts'
import { measureTap, taps } from './interactions/taps.ts'
import { launchBrowser } from './support/chromium.ts'
import { machineLoad, median } from './support/figures.ts'
import { startFilledHost } from './support/filled-host.ts'
import { startHost } from './support/host.ts'

const GOAL = 64
const EARLY_GOAL = 200
const PAGE_GOAL = 250
const SLOW = 4
const CUSTOM_PROJECTS = 12
const SCROLLED = [{ path: '/project/mayfair-basement' }, { path: '/', wide: true }]

const met = (value: number, goal: number) => (value <= goal ? 'met' : 'MISSED')
// The browser only reports durations from 16 ms.
const countable = (value: number) => (value === 0 ? 'under 16' : Math.round(value))

const repeat = async <Result>(runs: number, measure: () => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = []
  for (let run = 0; run < runs; run += 1) results.push(await measure())
  return results
}

/** `npm run bench -- interactions` measures taps, links and scrolling on a site with custom projects. */
export const run = async (args: string[]): Promise<void> => {
  const options = {
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    empty: { type: 'boolean', default: false },
  } as const
  const { runs, only, empty } = parseArgs({ args, options }).values
  const { url } = await (empty ? startHost() : startFilledHost(CUSTOM_PROJECTS))
  const { browser } = await launchBrowser()
  const phone = `phone 390 px, ${runs} runs each, ${machineLoad()}`

  const tapped = []
  for (const tap of taps.filter(({ name }) => name.includes(only))) {
    const results = await repeat(Number(runs), () => measureTap(browser, url, tap, SLOW))
    const durations = results.map(({ interaction }) => interaction)
    const worst = Math.max(...durations)
    const times = { 'INP ms': countable(median(durations)), worst: countable(worst) }
    const shown = Math.round(median(results.map((one) => one.shown)))
    const goal = met(tap.early ? worst : median(durations), tap.early ? EARLY_GOAL : GOAL)
    tapped.push({ interaction: tap.name, ...times, ...(tap.shows && { 'shows ms': shown }), goal })
  }
  console.info(
    `Taps, ${phone}, processor slowed ${SLOW} times; goals: medians of at most ${GOAL} ms, and none above ${EARLY_GOAL} ms while a page starts`,
  )
  console.table(tapped)

  const followed = []
  for (const link of links.filter(([path, name]) => `${path}: ${name}`.includes(only))) {
    const times = await repeat(Number(runs), () => measureLink(browser, url, link, SLOW))
    const [ms, worst] = [median(times), Math.max(...times)].map(Math.round)
    followed.push({ link: `${link[0]}: ${link[1]}`, ms, worst, goal: met(ms ?? Number.NaN, PAGE_GOAL) })
  }
  console.info(
    `From the tap on a link to the next page's paint, ${phone}, slowed ${SLOW} times; goal: at most ${PAGE_GOAL} ms`,
  )
  console.table(followed)

  console.info(`Scrolling, processor slowed ${SLOW} times; goal: 60 frames a second, none dropped`)
  const scrolled = []
  for (const page of 'scroll'.includes(only) ? SCROLLED : []) {
    const results = await repeat(Math.min(Number(runs), 3), () => measureScroll(browser, url, { ...page, rate: SLOW }))
    scrolled.push(...results.map((result) => ({ ...page, ...result })))
  }
  console.table(scrolled)
  await browser.close()
}
