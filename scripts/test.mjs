// @ts-check
// `npm test` and, with `release`, `npm run test:release`: every step, whatever fails before it, then the sum of the tests.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, 'node_modules/.cache/test-reports')

/** @typedef {{ name: string, program: string, args: string[] }} Step */
/** @returns {Step} */
const vitest = (/** @type {string[]} */ ...layers) => ({
  name: layers.join(', '),
  program: 'vitest/vitest.mjs',
  args: ['run', '--silent=passed-only', '--reporter=dot', ...layers.flatMap((layer) => ['--project', layer])],
})
/** @returns {Step} */
const playwright = (/** @type {string} */ name, /** @type {string} */ config, /** @type {string[]} */ ...args) => ({
  name,
  program: 'playwright/cli.js',
  args: ['test', '--config', `tests/${config}.config.ts`, ...args],
})
const build = { name: 'vite build', program: 'vite/bin/vite.js', args: ['build', '--logLevel', 'warn'] }

/** @type {Record<string, Step[]>} */
const RUNS = {
  everyday: [
    vitest('unit', 'component', 'database', 'functions', 'security'),
    build,
    playwright('e2e', 'e2e/playwright', '--grep-invert', '@release'),
  ],
  release: [
    build,
    vitest('build', 'hosts', 'postgres'),
    // What kills and starves servers does so alone.
    vitest('resilience'),
    playwright('e2e, release', 'e2e/playwright', '--grep', '@release'),
    playwright('hosted', 'hosted/playwright'),
    // On the screen each is mostly met on; `npm run test:browsers` has both.
    playwright('firefox', 'browsers/firefox', '--project', 'firefox 1280'),
    playwright('webkit', 'browsers/webkit', '--project', 'webkit 390'),
  ],
}

/**
 * Counts what the JSON reporter of Vitest or Playwright wrote. A step that ends badly, or whose report cannot be read, has
 * failed, whatever it counted.
 */
const countsOf = (/** @type {string | undefined} */ file, /** @type {boolean} */ isGood) => {
  try {
    const report = file ? JSON.parse(readFileSync(file, 'utf8')) : {}
    const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report.stats ?? {}
    const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = report
    const failed = numFailedTests + unexpected
    return {
      passed: numPassedTests + expected + flaky,
      failed: isGood ? failed : Math.max(1, failed),
      skipped: numPendingTests + skipped,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

const run = (/** @type {Step} */ { name, program, args }, /** @type {number} */ index) => {
  const report = path.join(reports, `${index}.json`)
  const reporters = {
    'vitest/vitest.mjs': ['--reporter=json', `--outputFile=${report}`],
    'playwright/cli.js': ['--reporter=list,json'],
  }[program]
  const started = performance.now()
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules', program), ...args, ...(reporters ?? [])],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
  )
  const seconds = Math.round((performance.now() - started) / 1000)
  return { step: name, ...countsOf(reporters && report, status === 0), seconds }
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const steps = RUNS[process.argv[2] ?? 'everyday']
if (!steps) throw new Error(`There is no run "${process.argv[2]}". There are: ${Object.keys(RUNS).join(', ')}.`)
const results = steps.map(run)
const sum = (/** @type {'passed' | 'failed' | 'skipped' | 'seconds'} */ key) =>
  results.reduce((total, result) => total + result[key], 0)
console.log('')
console.table(results)
if (sum('skipped') > 0) console.log(`${sum('skipped')} skipped`)
console.log(`${sum('seconds')} s in all\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') > 0 ? 1 : 0)
