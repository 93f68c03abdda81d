// @ts-check
// Runs every layer of tests, whatever fails on the way, and ends with the line `N passed, N failed`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { CHROMIUM_HELP, findChromium } from './chromium.mjs'

const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, 'node_modules/.cache/test-reports')
const bin = (/** @type {string} */ file) => path.join(root, 'node_modules', file)
const VITE = bin('vite/bin/vite.js')
const VITEST = bin('vitest/vitest.mjs')
const PLAYWRIGHT = bin('playwright/cli.js')

/** @typedef {{ layer: string, passed: number, failed: number, skipped: number, seconds: number }} Result */

/** @returns {Promise<number>} the exit code; Node's own tools only, so that no shell is needed */
const run = (/** @type {string[]} */ args, env = {}) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })

const readReport = (/** @type {string} */ file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined

/** @type {Result[]} */
const results = []

const secondsSince = (/** @type {number} */ started) => (performance.now() - started) / 1000

/**
 * A layer that ended badly without naming a failed test (a crash, an error outside any test) counts as one failure.
 * @param {string} layer @param {number} code @param {number} seconds @param {{ passed: number, failed: number, skipped: number } | undefined} counts
 */
const record = (layer, code, seconds, counts) => {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 }
  const silent = (code !== 0 && failed === 0) || passed + failed + skipped === 0
  results.push({ layer, passed, failed: failed + (silent ? 1 : 0), skipped, seconds: Math.round(seconds) })
}

/**
 * Runs layers of Vitest's in one go, so that no core waits for the last file of a layer. What each took is its share of the
 * whole, by the time its files took.
 * @param {string[]} layers
 */
const vitest = async (...layers) => {
  const started = performance.now()
  const file = path.join(reports, `${layers.join('-')}.json`)
  const code = await run([
    VITEST,
    'run',
    ...layers.flatMap((layer) => ['--project', layer]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  /** @type {{ name: string, startTime: number, endTime: number, assertionResults: { status: string }[] }[]} */
  const files = readReport(file)?.testResults ?? []
  const spent = (/** @type {typeof files} */ some) =>
    some.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0)
  const seconds = secondsSince(started)
  const failed = files.some(({ assertionResults }) => assertionResults.some(({ status }) => status === 'failed'))
  for (const layer of layers) {
    const own = files.filter(({ name }) => path.relative(root, name).split(path.sep)[1] === layer)
    const count = (/** @type {(status: string) => boolean} */ is) =>
      own.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => is(status)).length
    const counts = {
      passed: count((status) => status === 'passed'),
      failed: count((status) => status === 'failed'),
      skipped: count((status) => !['passed', 'failed'].includes(status)),
    }
    // A fault outside any test has no layer: the first one bears it.
    const share = spent(files) > 0 ? spent(own) / spent(files) : 1 / layers.length
    record(layer, layer === layers[0] && !failed ? code : 0, seconds * share, counts)
  }
}

const build = async () => {
  const started = performance.now()
  const code = await run([VITE, 'build', '--logLevel', 'warn'])
  if (code !== 0) record('vite build', code, secondsSince(started), undefined)
  return code === 0
}

const e2e = async () => {
  const started = performance.now()
  const browser = await findChromium()
  if (!browser) {
    console.error(CHROMIUM_HELP)
    return record('e2e', 1, secondsSince(started), undefined)
  }
  const file = path.join(reports, 'e2e.json')
  const code = await run([PLAYWRIGHT, 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const stats = readReport(file)?.stats
  if (stats?.flaky > 0) console.log(`${stats.flaky} passed only at the second try: see the list above.`)
  record(
    'e2e',
    code,
    secondsSince(started),
    stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
  )
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
await vitest('unit', 'component', 'database', 'functions', 'security')
// What kills and starves servers does so alone.
await vitest('resilience')
if (await build()) {
  await vitest('build')
  await e2e()
}

const sum = (/** @type {'passed' | 'failed' | 'skipped' | 'seconds'} */ key) =>
  results.reduce((total, result) => total + result[key], 0)
console.log('')
console.table(results)
console.log(`${sum('seconds')} s in all`)
const skipped = sum('skipped')
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(sum('failed') > 0 ? 1 : 0)
