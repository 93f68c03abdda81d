// `npm test` and `npm run test:release` run every step, even after failures.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, 'node_modules/.cache/test-reports')
const PROGRAMS = { vite: 'vite/bin/vite.js', vitest: 'vitest/vitest.mjs', playwright: 'playwright/cli.js' }

const build = 'vite build --logLevel warn'
const vitest = (/** @type {string[]} */ ...layers) =>
  `vitest run --silent=passed-only --reporter=dot --reporter=json ${layers.map((layer) => `--project=${layer}`).join(' ')}`
const playwright = (/** @type {string} */ config, options = '') =>
  `playwright test --reporter=list,json --config tests/${config}.config.ts ${options}`

/** @type {Record<string, Record<string, string>>} */
const RUNS = {
  everyday: {
    'unit to security': vitest('unit', 'component', 'database', 'functions', 'security'),
    build,
    e2e: playwright('e2e/playwright', '--grep-invert @release'),
  },
  release: {
    build,
    'build, hosts, postgres': vitest('build', 'hosts', 'postgres'),
    // Kills and starves servers, so it runs alone.
    resilience: vitest('resilience'),
    'e2e, release': playwright('e2e/playwright', '--grep @release'),
    hosted: playwright('hosted/playwright'),
    firefox: playwright('browsers/firefox', '--project=firefox-1280'),
    oldest: playwright('browsers/oldest', '--project=oldest-390'),
    webkit: playwright('browsers/webkit', '--project=webkit-390'),
  },
}

/** @typedef {{ name: string, isFailed: boolean, errors: string, seconds: number }} Test */

const ERROR_LENGTH = 600

/** Returns the errors of a Vitest or Playwright test as one line. */
const toErrorText = (/** @type {any} */ { failureMessages = [], message = '' }, /** @type {any[]} */ results) => {
  const errors = results
    .flatMap(({ errors = [] }) => errors)
    .map(({ message, location }) => `${location ? `line ${location.line}: ` : ''}${message}`)
  const text = [message, ...failureMessages, ...errors].join(' ')
  return stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim().slice(0, ERROR_LENGTH)
}

/** Collects the tests of a Vitest or Playwright report. @returns {Test[]} */
const collectTests = (
  /** @type {any} */ { testResults = [], assertionResults = [], suites = [], specs = [], ...one },
  file = one.file ?? one.name ?? '',
) => {
  const parts = [testResults, assertionResults, suites, specs].flat()
  if (parts.length > 0) {
    const tests = parts.flatMap((part) => collectTests(part, part.file ?? part.name ?? file))
    // A failed hook skips its tests.
    const isHook = one.status === 'failed' && !tests.some(({ isFailed }) => isFailed)
    const name = `${path.basename(file)} before its tests`
    return isHook ? [...tests, { name, isFailed: true, errors: toErrorText(one, []), seconds: 0 }] : tests
  }
  const results = (one.tests ?? []).flatMap((/** @type {any} */ { results }) => results)
  const ms = [one, ...results].reduce((sum, { duration = 0 }) => sum + (duration ?? 0), 0)
  const name = [path.basename(file), one.fullName ?? one.title].join(' ')
  const isFailed = one.status === 'failed' || one.ok === false
  return [{ name, isFailed, errors: toErrorText(one, results), seconds: ms / 1000 }]
}

const readCounts = (/** @type {string} */ file, /** @type {boolean} */ isGood) => {
  try {
    const { stats = {}, ...report } = JSON.parse(readFileSync(file, 'utf8'))
    const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = report
    const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = stats
    const failed = numFailedTests + unexpected
    const tests = collectTests(report)
    // For example a server that doesn't start, or an error between tests.
    if (!isGood && !tests.some(({ isFailed }) => isFailed))
      tests.push({ name: 'an error outside of tests', isFailed: true, errors: toErrorText({}, [report]), seconds: 0 })
    return {
      passed: numPassedTests + expected + flaky,
      failed: isGood ? failed : Math.max(1, failed),
      skipped: numPendingTests + skipped,
      tests,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, tests: [] }
  }
}

const run = ([step = '', command = '']) => {
  const [program = '', ...args] = command.trim().split(' ')
  const file = path.join(reports, `${step}.json`)
  if (program === 'vitest') args.push(`--outputFile=${file}`)
  const started = performance.now()
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules', /** @type {any} */ (PROGRAMS)[program]), ...args],
    { cwd: root, stdio: 'inherit', env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
  )
  const seconds = Math.round((performance.now() - started) / 1000)
  const counts =
    program === 'vite'
      ? { passed: 0, failed: Number(status !== 0), skipped: 0, tests: [] }
      : readCounts(file, status === 0)
  return { step, ...counts, seconds }
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const results = Object.entries(RUNS[process.argv[2] ?? 'everyday'] ?? {}).map(run)
const sum = (/** @type {'passed' | 'failed' | 'skipped' | 'seconds'} */ key) =>
  results.reduce((total, result) => total + result[key], 0)
const tests = results.flatMap(({ step, tests }) => tests.map((test) => ({ ...test, step })))
console.log('\nThe ten slowest tests:')
for (const { step, name, seconds } of tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(6)} s in ${step}: ${name}`)
console.table(results.map(({ tests: _, ...counts }) => counts))
for (const { step, name, isFailed, errors } of tests) if (isFailed) console.log(`failed in ${step}: ${name}: ${errors}`)
console.log(`${sum('skipped')} skipped, ${sum('seconds')} s in total\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') > 0 || results.length === 0 ? 1 : 0)
