// @ts-check
// For Vitest and Playwright alike: a line per file and the failures go to the terminal, the counts to a file.
import { appendFileSync, writeSync } from 'node:fs'
import path from 'node:path'

// `scripts/test.mjs` opens it; standard output is the log.
const TERMINAL = 3
const say = (/** @type {string} */ text) => writeSync(TERMINAL, `${text}\n`)

/** @typedef {{ layer: string, file: string, passed: number, failed: number, skipped: number, flaky: number, ms: number }} FileResult */
/** @typedef {{ message?: string | undefined, stack?: string | undefined, diff?: string | undefined }} Failure */

const tell = (/** @type {string} */ name, /** @type {readonly Failure[]} */ errors) => {
  say(`\n✗ ${name}`)
  for (const { message = '', stack = '', diff = '' } of errors) {
    const place = stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'))
    say([message, diff, ...place.slice(0, 5)].filter(Boolean).join('\n'))
  }
}

/** @param {string} file @param {Omit<FileResult, 'layer' | 'file'>} counts */
const report = (file, counts) => {
  const name = path.relative(process.cwd(), file)
  const layer = name.split(path.sep)[1] ?? ''
  const { passed, failed, skipped, ms } = counts
  const parts = [`${passed} passed`, failed > 0 && `${failed} FAILED`, skipped > 0 && `${skipped} skipped`]
  say(`${failed > 0 ? '✗' : '✓'} ${name}: ${parts.filter(Boolean).join(', ')} (${(ms / 1000).toFixed(1)} s)`)
  appendFileSync(process.env.TEST_RESULTS ?? '', `${JSON.stringify({ layer, file: name, ...counts })}\n`)
}

const empty = () => ({ passed: 0, failed: 0, skipped: 0, flaky: 0, ms: 0 })

export default class Reporter {
  /** Tests of each file that Playwright has not finished. @type {Map<string, number>} */
  #left = new Map()
  /** @type {Map<string, ReturnType<typeof empty>>} */
  #counts = new Map()

  /** Vitest: a file is done. @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const counts = { ...empty(), ms: module.diagnostic().duration }
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result()
      if (state === 'failed') tell(`${module.relativeModuleId} > ${test.fullName}`, errors ?? [])
      counts[state === 'pending' ? 'skipped' : state] += 1
      if (test.diagnostic()?.flaky) counts.flaky += 1
    }
    const errors = [...module.errors(), ...module.children.allSuites()].flatMap((one) =>
      'errors' in one && typeof one.errors === 'function' ? one.errors() : one,
    )
    if (errors.length > 0) {
      tell(module.relativeModuleId, /** @type {Failure[]} */ (errors))
      counts.failed += 1
    }
    report(module.moduleId, counts)
  }

  /** Vitest: what failed outside any file. @param {unknown} _ @param {readonly Failure[]} errors */
  onTestRunEnd(_, errors) {
    if (errors.length > 0) tell('outside any test', errors)
  }

  /** Playwright begins. @param {unknown} _ @param {import('playwright/types/testReporter').Suite} suite */
  onBegin(_, suite) {
    for (const { location } of suite.allTests()) this.#left.set(location.file, (this.#left.get(location.file) ?? 0) + 1)
  }

  /**
   * Playwright: a test is done, at least this try.
   * @param {import('playwright/types/testReporter').TestCase} test
   * @param {import('playwright/types/testReporter').TestResult} result
   */
  onTestEnd(test, { status, retry, duration, errors }) {
    const { file } = test.location
    const counts = this.#counts.get(file) ?? empty()
    this.#counts.set(file, counts)
    counts.ms += duration
    const isDone = status === 'skipped' || status === test.expectedStatus
    if (!isDone) tell(test.titlePath().slice(2).join(' > '), errors)
    if (!isDone && retry < test.retries) return
    counts[status === 'skipped' ? 'skipped' : isDone ? 'passed' : 'failed'] += 1
    if (isDone && retry > 0) counts.flaky += 1
    const left = (this.#left.get(file) ?? 0) - 1
    this.#left.set(file, left)
    if (left === 0) report(file, counts)
  }

  /** Playwright: what failed outside any test. @param {Failure} error */
  onError(error) {
    tell('outside any test', [error])
  }
}
