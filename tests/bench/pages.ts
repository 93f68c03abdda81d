import { parseArgs } from 'node:util'
import { publicPaths } from '@/prerender/pages'
import { makeFloor } from './floor/make-floor.ts'
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
      runs: { type: 'string', default: '5' },
      routes: { type: 'string' },
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

/** `npm run bench`: every public page through Lighthouse, beside a floor that loads nothing it does not need. */
export const run = async (args: string[]): Promise<void> => {
  const options = readOptions(args)
  const host = await startHost()
  const browser = await launchBrowser()
  await host.publish(FLOOR, await makeFloor(browser, host.url))
  await browser.close()

  const floor: Measured = { path: FLOOR, runs: [] }
  const pages: Measured[] = options.paths.map((path) => ({ path, runs: [] }))
  const findings = new Map<string, Findings>()
  // Turn by turn, so that a machine that slows down slows all of them down.
  for (let round = 1; round <= options.runs; round += 1) {
    for (const page of [floor, ...pages]) {
      const lhr = await audit(`${host.url}${page.path}`, options.view)
      page.runs.push(figuresOf(lhr))
      findings.set(page.path, findingsOf(lhr))
      process.stderr.write(`round ${round} of ${options.runs}: ${page.path}\n`)
    }
  }
  host.stop()

  const device = options.view.desktop ? 'desktop' : 'phone, slow 4G, processor slowed four times'
  const report = [
    `Lighthouse, ${device} (${options.view.throttling}); HTTP/2, Brotli; ${machineLoad()}; medians of ${options.runs}; ratios to the floor of the same round.`,
    figuresTable(pages, floor),
    goalsReport(verdictsOf(pages, floor), options.goals),
    `What Lighthouse names, in the last round:\n\n${findingsReport(findings)}`,
  ].join('\n\n')
  console.info(report)
  if (options.write) writeResult(options.view.desktop ? 'pages-desktop' : 'pages', report)
}
