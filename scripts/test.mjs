// @ts-check
// Runs every layer of tests, whatever fails on the way, and ends with the line `N passed, N failed`. The terminal shows a line
// per file and the failures; what the tests and their servers print goes to a log.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { CHROMIUM_HELP, findChromium } from './chromium.mjs'

const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, 'node_modules/.cache/test-reports')
const reporter = path.join(import.meta.dirname, 'test-reporter.mjs')
const bin = (/** @type {string} */ file) => path.join(root, 'node_modules', file)

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const logFile = path.join(reports, 'output.log')
const log = openSync(logFile, 'a')

/** @typedef {import('./test-reporter.mjs').FileResult} FileResult */
/** @typedef {{ layer: string, passed: number, failed: number, skipped: number, seconds: number }} Result */
/** @type {Result[]} */
const results = []

const tail = () => readFileSync(logFile, 'utf8').split('\n').slice(-40).join('\n')

const start = (/** @type {string[]} */ args, env = {}) =>
  new Promise((resolve) => {
    // Node's own tools only, so that no shell is needed; the reporter writes to the terminal as its fourth stream.
    const stdio = /** @type {const} */ (['ignore', log, log, 1])
    const child = spawn(process.execPath, args, { cwd: root, stdio: [...stdio], env: { ...process.env, ...env } })
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })

/**
 * Runs tests and notes what each layer took: its share of the whole, by the time of its files. What ends badly without a
 * failed test (a crash, an error outside any test) counts as one failure.
 * @param {string[]} layers @param {string[]} args @param {Record<string, string>} env
 */
const run = async (layers, args, env = {}) => {
  const started = performance.now()
  const resultFile = path.join(reports, `${layers.join('-')}.jsonl`)
  const code = await start(args, { TEST_RESULTS: resultFile, ...env })
  const seconds = (performance.now() - started) / 1000
  const lines = existsSync(resultFile) ? readFileSync(resultFile, 'utf8').trim().split('\n') : []
  const files = lines.map((line) => /** @type {FileResult} */ (JSON.parse(line)))
  const sum = (/** @type {FileResult[]} */ some, /** @type {'passed' | 'failed' | 'skipped' | 'flaky' | 'ms'} */ key) =>
    some.reduce((total, file) => total + file[key], 0)
  const crashed = files.length === 0 || (code !== 0 && sum(files, 'failed') === 0)
  if (crashed) console.error(`${layers.join(', ')} ended with ${code}:\n${tail()}`)
  for (const layer of layers) {
    const own = files.filter((file) => file.layer === layer)
    const share = sum(files, 'ms') > 0 ? sum(own, 'ms') / sum(files, 'ms') : 1 / layers.length
    const failed = sum(own, 'failed') + (crashed && layer === layers[0] ? 1 : 0)
    const counts = { passed: sum(own, 'passed'), failed, skipped: sum(own, 'skipped') }
    results.push({ layer, ...counts, seconds: Math.round(seconds * share) })
  }
  const flaky = sum(files, 'flaky')
  if (flaky > 0) console.log(`${flaky} passed only at the second try: see the failures above.`)
}

/** Runs layers of Vitest's in one go, so that no core waits for the last file of a layer. @param {string[]} layers */
const vitest = (...layers) =>
  run(layers, [
    bin('vitest/vitest.mjs'),
    'run',
    ...layers.flatMap((layer) => ['--project', layer]),
    '--reporter',
    reporter,
  ])

const build = async () => {
  const started = performance.now()
  const code = await start([bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn'])
  if (code === 0) return true
  console.error(`vite build ended with ${code}:\n${tail()}`)
  const seconds = Math.round((performance.now() - started) / 1000)
  results.push({ layer: 'vite build', passed: 0, failed: 1, skipped: 0, seconds })
  return false
}

const e2e = async () => {
  const browser = await findChromium()
  if (!browser) {
    console.error(CHROMIUM_HELP)
    return results.push({ layer: 'e2e', passed: 0, failed: 1, skipped: 0, seconds: 0 })
  }
  const args = [bin('playwright/cli.js'), 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter', reporter]
  return run(['e2e'], args, { CHROMIUM_PATH: browser })
}

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
console.log(`${sum('seconds')} s in all; what the tests printed: ${path.relative(root, logFile)}`)
const skipped = sum('skipped')
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(sum('failed') > 0 ? 1 : 0)
