import { parseArgs } from 'node:util'
import { publicPaths } from '@/prerender/pages'
import { makeFloor } from './floor/make-floor.ts'
import { launchBrowser } from './support/chromium.ts'
import { machineLoad, median } from './support/figures.ts'
import { startHost } from './support/host.ts'
import { type Figures, measure } from './support/measure.ts'
import { table } from './support/table.ts'

const FLOOR = '/__floor'
const GOALS = { ratio: 1.05, tbt: 60, longest: 80, js: 110_000 }

type Measured = { name: string; url: string; runs: Figures[] }
type Column = Exclude<keyof Figures, 'scores'>
const ms = (value: number) => String(Math.round(value))
const kb = (value: number) => (value / 1000).toFixed(1)
const COLUMNS: [title: string, column: Column, show: (value: number) => string][] = [
  ['FCP ms', 'fcp', ms],
  ['LCP ms', 'lcp', ms],
  ['TBT ms', 'tbt', ms],
  ['blocked ms', 'blocked', ms],
  ['longest', 'longest', ms],
  ['CLS', 'cls', (value) => value.toFixed(3)],
  ['total kB', 'total', kb],
  ['JS', 'js', kb],
  ['CSS', 'css', kb],
  ['font', 'font', kb],
  ['image', 'image', kb],
]

const middle = ({ runs }: Measured, column: Column) => median(runs.map((run) => run[column]))
/** How many times the floor's figure of the same round; the median. */
const ratio = ({ runs }: Measured, floor: Measured, column: Column) =>
  median(runs.map((run, round) => run[column] / (floor.runs[round]?.[column] ?? Number.NaN)))

const missedBy = (page: Measured, floor: Measured): string[] => {
  const isHome = page.name === '/'
  const missed = {
    'first paint': isHome && ratio(page, floor, 'fcp') > GOALS.ratio,
    'largest paint': isHome && ratio(page, floor, 'lcp') > GOALS.ratio,
    TBT: middle(page, 'tbt') > middle(floor, 'tbt') + GOALS.tbt,
    'longest task': middle(page, 'longest') > GOALS.longest,
    script: middle(page, 'js') > GOALS.js,
    'layout shift': middle(page, 'cls') > 0,
    scores: page.runs.at(-1)?.scores !== '100 100 100 100',
  }
  return Object.entries(missed).flatMap(([goal, isMissed]) => (isMissed ? `${page.name}: ${goal}` : []))
}

/**
 * `npm run bench`: every public page through Lighthouse and on a slowed processor, beside a floor that loads nothing it does
 * not need and, with `--beside FOLDER`, beside the same pages of another build.
 */
export const run = async (args: string[]): Promise<void> => {
  const options = {
    runs: { type: 'string', default: '7' },
    routes: { type: 'string' },
    beside: { type: 'string' },
  } as const
  const { runs, routes, beside } = parseArgs({ args, options }).values
  const wanted = routes?.split(',')
  const isWanted = (path: string) =>
    wanted?.some((name) => (name === 'home' ? path === '/' : path.includes(name))) ?? true
  const paths = publicPaths.filter(isWanted)
  const host = await startHost()
  const other = beside ? await startHost(beside) : undefined
  const { browser } = await launchBrowser()
  await host.publish(FLOOR, await makeFloor(browser, host.url))
  await browser.close()

  const measured = (name: string, url: string): Measured => ({ name, url, runs: [] })
  const floor = measured('floor', host.url + FLOOR)
  const pages = paths.map((path) => measured(path, host.url + path))
  const others = other ? paths.map((path) => measured(`${beside} ${path}`, other.url + path)) : []
  // Turn by turn, so that a machine that slows down slows all of them down.
  for (let round = 1; round <= Number(runs); round += 1)
    for (const page of [floor, ...others, ...pages]) {
      page.runs.push(await measure(page.url))
      process.stderr.write(`round ${round} of ${runs}: ${page.name}\n`)
    }
  host.stop()
  other?.stop()

  const rows = [floor, ...others, ...pages].map((page) => [
    page.name,
    ...COLUMNS.map(([, column, show]) => show(middle(page, column))),
    ratio(page, floor, 'fcp').toFixed(2),
    ratio(page, floor, 'lcp').toFixed(2),
    page.runs.at(-1)?.scores ?? '',
  ])
  const head = ['page', ...COLUMNS.map(([title]) => title), 'FCP x', 'LCP x', 'scores']
  const missed = pages.flatMap((page) => missedBy(page, floor))
  console.info(
    `Lighthouse's phone, slow 4G; HTTP/2, Brotli; ${machineLoad()}; medians of ${runs}; ratios to the floor of the same round. Blocked: what tasks after the first paint take above 50 ms on a processor that is slowed four times; longest: the longest of them.\n\n${table(head, rows)}\n\n${missed.length > 0 ? `Goals that are missed: ${missed.join(', ')}.` : 'All goals are met.'}`,
  )
}
