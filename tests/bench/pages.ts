import { parseArgs } from 'node:util'
import { publicPaths } from '@/prerender/pages'
import { makeFloor } from './floor/make-floor.ts'
import { measureBlocking } from './lighthouse/blocking.ts'
import { figuresOf } from './lighthouse/figures.ts'
import { type Findings, findingsOf } from './lighthouse/findings.ts'
import { type Measured, verdictsOf } from './lighthouse/goals.ts'
import { audit, type View } from './lighthouse/measure.ts'
import { figuresTable, findingsReport, goalsReport } from './lighthouse/report.ts'
import { launchBrowser } from './support/chromium.ts'
import { startHost } from './support/host.ts'
import { machineLoad } from './support/machine.ts'
import { writeResult } from './support/result.ts'

const FLOOR = '/__floor'

const readOptions = (args: string[]) => {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '7' },
      routes: { type: 'string' },
      beside: { type: 'string' },
      desktop: { type: 'boolean', default: false },
      throttling: { type: 'string', default: 'simulate' },
      goals: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  })
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs is "${values.runs}", which is not a number of runs.`)
  const wanted = values.routes?.split(',').map((name) => (name === 'home' ? '/' : name))
  const paths = publicPaths.filter(
    (path) => !wanted || wanted.some((name) => (name === '/' ? path === '/' : path.includes(name))),
  )
  if (paths.length === 0)
    throw new Error(`No page has "${values.routes}" in its URL. There are: ${publicPaths.join(', ')}.`)
  const view: View = { desktop: values.desktop, throttling: values.throttling === 'devtools' ? 'devtools' : 'simulate' }
  return { ...values, runs, paths, view }
}

/**
 * `npm run bench`: every public page through Lighthouse and on a slowed processor, beside a floor that loads nothing it does
 * not need and, with `--beside FOLDER`, beside the same pages of another build.
 */
export const run = async (args: string[]): Promise<void> => {
  const options = readOptions(args)
  const host = await startHost()
  const browser = await launchBrowser()
  await host.publish(FLOOR, await makeFloor(browser, host.url))
  const other = options.beside ? await startHost(options.beside) : undefined

  const measured = (name: string, url: string): Measured => ({ name, url, runs: [] })
  const floor = measured('floor', host.url + FLOOR)
  const pages = options.paths.map((path) => measured(path, host.url + path))
  const others = options.paths.flatMap((path) => (other ? measured(`${options.beside} ${path}`, other.url + path) : []))
  const findings = new Map<string, Findings>()
  // Turn by turn, so that a machine that slows down slows all of them down.
  for (let round = 1; round <= options.runs; round += 1) {
    for (const page of [floor, ...others, ...pages]) {
      const lhr = await audit(page.url, options.view)
      page.runs.push(figuresOf(lhr, await measureBlocking(browser, page.url)))
      findings.set(page.name, findingsOf(lhr))
      process.stderr.write(`round ${round} of ${options.runs}: ${page.name}\n`)
    }
  }
  await browser.close()
  host.stop()
  other?.stop()

  const device = options.view.desktop ? 'desktop' : 'phone, slow 4G, processor slowed four times'
  const report = [
    `Lighthouse, ${device} (${options.view.throttling}); HTTP/2, Brotli; ${machineLoad()}; medians of ${options.runs}; ratios to the floor of the same round. Blocked: what tasks after the first paint take above 50 ms on a processor that is slowed four times; longest: the longest of them.`,
    figuresTable([...others, ...pages], floor),
    goalsReport(verdictsOf(pages, floor), options.goals),
    `What Lighthouse names, in the last round:\n\n${findingsReport(findings)}`,
  ].join('\n\n')
  console.info(report)
  if (options.write) writeResult(options.view.desktop ? 'pages-desktop' : 'pages', report)
}
