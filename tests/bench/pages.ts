import { parseArgs } from 'node:util'
import { paths } from '@/paths'
import { publicPaths } from '@/prerender/pages'
import { machineLoad, median } from './support/figures.ts'
import { startFilledHost } from './support/filled-host.ts'
import { makeFloor } from './support/floor.ts'
import { startHost } from './support/host.ts'
import { type Figures, measure } from './support/measure.ts'

const FLOOR = '/__floor'
const GOALS = { ratio: 1.05, tbt: 30, longest: 50, longest8: 80, js: 112_000 }
const CUSTOM_PROJECTS = 12

type Measured = { name: string; url: string; runs: Figures[] }
type Column = Exclude<keyof Figures, 'scores'>

const middle = ({ runs }: Measured, column: Column) => median(runs.map((run) => run[column]))
/** Returns the median ratio to the baseline of the same round. */
const ratio = ({ runs }: Measured, floor: Measured, column: Column) =>
  median(runs.map((run, round) => run[column] / (floor.runs[round]?.[column] ?? Number.NaN)))

const missedBy = (page: Measured, floor: Measured): string[] => {
  const missed = {
    'first paint': ratio(page, floor, 'fcp') > GOALS.ratio,
    'largest paint': ratio(page, floor, 'lcp') > GOALS.ratio,
    TBT: middle(page, 'tbt') > middle(floor, 'tbt') + GOALS.tbt,
    'longest task': middle(page, 'longest') > GOALS.longest,
    'longest task at 8x': middle(page, 'longest8') > GOALS.longest8,
    script: middle(page, 'js') > GOALS.js,
    'layout shift': middle(page, 'cls') > 0,
    scores: page.runs.at(-1)?.scores !== '100 100 100 100',
  }
  return Object.entries(missed).flatMap(([goal, isMissed]) => (isMissed ? `${page.name}: ${goal}` : []))
}

const rowOf = (page: Measured, floor: Measured) => ({
  page: page.name,
  'FCP ms': Math.round(middle(page, 'fcp')),
  'LCP ms': Math.round(middle(page, 'lcp')),
  'TBT ms': Math.round(middle(page, 'tbt')),
  'blocked ms': Math.round(middle(page, 'blocked')),
  longest: Math.round(middle(page, 'longest')),
  'blocked 8x': Math.round(middle(page, 'blocked8')),
  'longest 8x': Math.round(middle(page, 'longest8')),
  CLS: Number(middle(page, 'cls').toFixed(3)),
  'total kB': Math.round(middle(page, 'total') / 1000),
  JS: Math.round(middle(page, 'js') / 1000),
  'FCP x': Number(ratio(page, floor, 'fcp').toFixed(2)),
  'LCP x': Number(ratio(page, floor, 'lcp').toFixed(2)),
  scores: page.runs.at(-1)?.scores,
})

/**
 * `npm run bench` measures every public page with Lighthouse and on a slowed processor, empty and with custom projects
 * (`--projects N`), beside a baseline page and another build (`--beside FOLDER`).
 */
export const run = async (args: string[]): Promise<void> => {
  const options = {
    runs: { type: 'string', default: '7' },
    routes: { type: 'string' },
    projects: { type: 'string', default: String(CUSTOM_PROJECTS) },
    beside: { type: 'string' },
  } as const
  const { runs, routes, projects, beside } = parseArgs({ args, options }).values
  const isWanted = (path: string) =>
    routes?.split(',').some((name) => (name === 'home' ? path === '/' : path.includes(name))) ?? true
  const wanted = publicPaths.filter(isWanted)
  const host = await startHost()
  const other = beside ? await startHost(beside) : undefined
  const filled = await startFilledHost(Number(projects))
  await host.publish(FLOOR, makeFloor())

  const measured = (name: string, url: string): Measured => ({ name, url, runs: [] })
  const floor = measured('floor', host.url + FLOOR)
  const pages = [
    ...wanted.map((path) => measured(path, host.url + path)),
    // These pages show publications.
    ...[paths.home.href, paths.projects.href, filled.customProject, paths.testimonials.href]
      .filter(isWanted)
      .map((path) => measured(`with ${projects} custom projects: ${path}`, filled.url + path)),
  ]
  const others = other ? wanted.map((path) => measured(`${beside} ${path}`, other.url + path)) : []
  const all = [floor, ...others, ...pages]
  // Interleaved, so that a slowdown of the machine affects all pages.
  for (let round = 1; round <= Number(runs); round += 1)
    for (const page of all) {
      page.runs.push(await measure(page.url))
      process.stderr.write(`round ${round} of ${runs}: ${page.name}\n`)
    }

  console.info(`Lighthouse's phone, slow 4G; HTTP/2, Brotli; ${machineLoad()}; medians of ${runs}`)
  console.table(all.map((page) => rowOf(page, floor)))
  const missed = pages.flatMap((page) => missedBy(page, floor))
  console.info(missed.length > 0 ? `Missed goals: ${missed.join(', ')}.` : 'All goals are met.')
}
