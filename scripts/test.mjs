// @ts-check
// Runs every layer of tests, whatever fails on the way, and ends with the line `N passed, N failed`. The terminal shows a line
// per file and the failures; what the tests and their servers print goes to a log.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { BROWSERS_HELP, CHROMIUM_HELP, findChromium, findFirefox, findWebKit } from './browsers.mjs'

const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, 'node_modules/.cache/test-reports')
const reporter = path.join(import.meta.dirname, 'test-reporter.mjs')
const bin = (/** @type {string} */ file) => path.join(root, 'node_modules', file)

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const logFile = path.join(reports, 'output.log')
const log = openSync(logFile, 'a')

/** @typedef {import('./test-reporter.mjs').Counts} Counts */
/** @type {{ layer: string, passed: number, failed: number, skipped: number, seconds: number }[]} */
const results = []

/** Runs a program of Node's, so that no shell is needed; returns whether it went well, and the seconds it took. */
const start = async (/** @type {string[]} */ args, env = {}) => {
  const started = performance.now()
  const code = await new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', log, log, 1],
      env: { ...process.env, ...env },
    })
    child.once('error', () => resolve(1))
    child.once('exit', (exitCode) => resolve(exitCode ?? 1))
  })
  return { ok: code === 0, seconds: (performance.now() - started) / 1000 }
}

/** One failure for what ended badly without naming a failed test. */
const crash = (/** @type {string} */ name, seconds = 0) => {
  console.error(`${name} ended badly:\n${readFileSync(logFile, 'utf8').split('\n').slice(-40).join('\n')}`)
  results.push({ layer: `${name} as a whole`, passed: 0, failed: 1, skipped: 0, seconds: Math.round(seconds) })
}

/**
 * Runs layers of tests in one go, so that no core waits for the last file of a layer. What each took is its share of the
 * whole, by the time of its files.
 * @param {string[]} layers @param {string[]} args
 */
const run = async (layers, args, env = {}) => {
  const name = layers.join(', ')
  const file = path.join(reports, `${layers.join('-')}.jsonl`)
  const { ok, seconds } = await start([...args, '--reporter', reporter], { TEST_RESULTS: file, ...env })
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  const files = lines.map((line) => /** @type {Counts & { layer: string }} */ (JSON.parse(line)))
  const sum = (/** @type {keyof Counts} */ key, layer = '') =>
    files.filter((one) => !layer || one.layer === layer).reduce((total, one) => total + one[key], 0)
  if (files.length === 0 || (!ok && sum('failed') === 0)) crash(name)
  for (const layer of layers) {
    const counts = { passed: sum('passed', layer), failed: sum('failed', layer), skipped: sum('skipped', layer) }
    results.push({ layer, ...counts, seconds: Math.round((seconds * sum('ms', layer)) / Math.max(1, sum('ms'))) })
  }
}

const vitest = (/** @type {string[]} */ ...layers) =>
  run(layers, [bin('vitest/vitest.mjs'), 'run', ...layers.flatMap((layer) => ['--project', layer])])

const playwright = (
  /** @type {string} */ layer,
  /** @type {string} */ config,
  env = {},
  /** @type {string[]} */ ...args
) =>
  run([layer], [bin('playwright/cli.js'), 'test', '--config', `tests/${config}.config.ts`, ...args], {
    TEST_LAYER: layer,
    ...env,
  })

const journeys = async () => {
  const chromium = findChromium()
  if (!chromium) return crash(CHROMIUM_HELP)
  for (const layer of ['e2e', 'hosted']) await playwright(layer, `${layer}/playwright`, { CHROMIUM_PATH: chromium })
  // On the screen each is mostly met on; `npm run test:browsers` has both.
  for (const { name, found, screen } of [
    { name: 'firefox', found: findFirefox(), screen: 1280 },
    { name: 'webkit', found: findWebKit(), screen: 390 },
  ])
    if (found) await playwright(name, `browsers/${name}`, {}, `--project=${name} ${screen}`)
    else {
      console.log(`- ${BROWSERS_HELP[name]}`)
      results.push({ layer: name, passed: 0, failed: 0, skipped: 1, seconds: 0 })
    }
}

await vitest('unit', 'component', 'database', 'postgres', 'functions', 'security')
// What kills and starves servers does so alone.
await vitest('resilience')
const build = await start([bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn'])
if (build.ok) {
  await vitest('build', 'hosts')
  await journeys()
} else crash('vite build', build.seconds)

const sum = (/** @type {'passed' | 'failed' | 'skipped' | 'seconds'} */ key) =>
  results.reduce((total, result) => total + result[key], 0)
console.log('')
console.table(results)
console.log(`${sum('seconds')} s in all; what the tests printed: ${path.relative(root, logFile)}`)
const skipped = sum('skipped')
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(sum('failed') > 0 ? 1 : 0)
