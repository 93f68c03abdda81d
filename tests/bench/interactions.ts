import { parseArgs } from 'node:util'
import type { Browser } from 'playwright'
import { measureScroll } from './interactions/frames.ts'
import { links, measureLink } from './interactions/links.ts'
import { measureTap, taps } from './interactions/taps.ts'
import { launchBrowser } from './support/chromium.ts'
import { machineLoad, median } from './support/figures.ts'
import { startHost } from './support/host.ts'
import { table } from './support/table.ts'

const GOAL = 100
const EARLY_GOAL = 200
const SLOW = 4
const SCROLLED = '/project/mayfair-basement'

const ms = (value: number) => (Number.isNaN(value) ? '' : String(Math.round(value)))
const met = (value: number, goal = GOAL) => (value < goal ? 'met' : 'MISSED')

/** Repeats a measurement, one after the other. */
const repeat = async <Result>(runs: number, measure: () => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = []
  for (let run = 0; run < runs; run += 1) results.push(await measure())
  return results
}

type Bench = { browser: Browser; site: string; runs: number; wants: (name: string) => boolean }

const tapRows = async ({ browser, site, runs, wants }: Bench) => {
  const rows: string[][] = []
  for (const tap of taps.filter(({ name }) => wants(name))) {
    const results = await repeat(runs, () => measureTap(browser, site, tap, SLOW))
    const durations = results.map(({ interaction }) => interaction)
    const worst = Math.max(...durations)
    // The browser counts in steps of 8 ms, from 16 ms on.
    const show = (value: number) => (value === 0 ? 'under 16' : ms(value))
    rows.push([
      tap.name,
      show(median(durations)),
      show(worst),
      ms(median(results.map((one) => one.shown))),
      met(worst, tap.early ? EARLY_GOAL : GOAL),
    ])
    process.stderr.write(`${tap.name}\n`)
  }
  return rows
}

const linkRows = async ({ browser, site, runs, wants }: Bench) => {
  const rows: string[][] = []
  for (const link of links.filter(({ name }) => wants(name)))
    for (const rate of [1, SLOW]) {
      const results = await repeat(runs, () => measureLink(browser, site, link, rate))
      const times = results.map((one) => one.ms)
      const requests = String(Math.max(...results.map((one) => one.requests)))
      const transition = results.some((one) => one.transition) ? 'yes' : 'no'
      const middle = median(times)
      rows.push([link.name, `${rate}x`, ms(middle), ms(Math.max(...times)), requests, transition, met(middle)])
      process.stderr.write(`${link.name}, ${rate}x\n`)
    }
  return rows
}

const frameRows = async ({ browser, site, runs, wants }: Bench) => {
  if (!wants('scroll')) return []
  const results = await repeat(Math.min(runs, 3), () => measureScroll(browser, site, SCROLLED, SLOW))
  return results.map(({ presented, dropped, seconds, interval, longest, task }, run) => [
    `${SCROLLED}, run ${run + 1}`,
    String(presented),
    String(dropped),
    (presented / seconds).toFixed(0),
    interval.toFixed(1),
    longest.toFixed(1),
    ms(task),
  ])
}

/** `npm run bench -- interactions`: how soon the site answers a tap, follows a link, and how smoothly it scrolls. */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: { runs: { type: 'string', default: '5' }, only: { type: 'string' } },
  })
  const host = await startHost()
  const { browser } = await launchBrowser()
  const wants = (name: string) => name.includes(values.only ?? '')
  const bench = { browser, site: host.url, runs: Number(values.runs), wants }
  const [tapped, followed, scrolled] = [await tapRows(bench), await linkRows(bench), await frameRows(bench)]
  await browser.close()
  host.stop()

  const report = [
    `Interactions, ${bench.runs} runs each, phone 390 px, processor slowed ${SLOW} times, ${machineLoad()}; the goal is less than ${GOAL} ms in every run, ${EARLY_GOAL} while a page starts. 'Shows' is the click until what it opens is drawn.`,
    table(['interaction', 'INP ms', 'worst', 'shows ms', ''], tapped),
    `From the click on a link, page at rest, until the next page's heading is drawn; goal ${GOAL} ms (median).`,
    table(['link', 'slowed', 'ms', 'worst', 'requests', 'view transition', ''], followed),
    `Scrolling, processor slowed ${SLOW} times; goal 60 frames a second, none dropped.`,
    table(['page', 'frames', 'dropped', 'fps', 'median ms', 'longest ms', 'longest task ms'], scrolled),
  ].join('\n\n')
  console.info(report)
}
